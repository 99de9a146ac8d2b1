import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import {
  createStoreWatch,
  type StoreWatch,
  type StoreWatchDeps,
} from '../operator/health/store-watch.ts';
import { type AskedWatch, watchAll } from '../operator/health/watch-all.ts';
import { watchWrites } from '../operator/health/watch-writes.ts';
import type { Metrics } from '../operator/metrics/create-metrics.ts';
import { measureStore } from '../operator/metrics/measure-store.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { CopiedStore } from '../store/copy/start-copying.ts';
import type { EventArchive } from '../store/event-archive.ts';
import type { EventStore } from '../store/event-store.ts';
import { openStore, sqliteStoreName } from '../store/open-store.ts';
import type { WrittenStore } from '../store/parquet/start-parquet.ts';
import { asServerStore, type ServerStore } from '../store/server-store.ts';
import { createSeveralStores } from '../store/several/several-stores.ts';
import type { StoreMap } from '../store/several/store-map.ts';
import { spoolStoreNames } from '../store/spool/spool-file.ts';
import { startSpool } from '../store/spool/start-spool.ts';

export interface StartedStores {
  /** Closes everything. */
  store: ServerStore;
  storeWatch: AskedWatch;
  /** Whether events are kept while their store does not take them. */
  canSpool(): boolean;
  /** Each store by itself. */
  members: readonly (CopiedStore & WrittenStore)[];
}

type StoreOptions = Pick<
  ServerOptions,
  'stores' | 'replica' | 'dataDir' | 'spoolMb' | 'events' | 'inboxDays' | 'parquet'
>;

interface StartStoresDeps extends StoreWatchDeps {
  metrics: Metrics;
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** Where events of a store are read that have left it; missing without ClickHouse. */
  archiveOf?: (store: string) => EventArchive;
}

/**
 * Opens the configured stores, measured and watched, each behind its spool. Their events are copied
 * to ClickHouse, and written to Parquet files, if that is configured.
 */
export async function startStores(
  options: StoreOptions,
  deps: StartStoresDeps,
): Promise<Result<StartedStores>> {
  const started = await startCopied(options, deps);
  if (!started.ok || options.parquet === null) return started;
  // Loaded only if used, with Amazon's client.
  const { writeTo } = await import('../store/parquet/write-to.ts');
  return ok({ ...started.value, store: writeTo(options.parquet, started.value, deps) });
}

async function startCopied(
  options: StoreOptions,
  deps: StartStoresDeps,
): Promise<Result<StartedStores>> {
  const open = options.stores.length === 0 ? startSqlite : startPostgres;
  const { events, inboxDays } = options;
  if (events === null) return open(options, deps);
  // Loaded only if used, with ClickHouse's client.
  const { copyTo } = await import('../store/copy/copy-to.ts');
  const { openArchive } = await import('../store/copy/open-archive.ts');
  const archive = openArchive(events);
  const started = await open(options, { ...deps, archiveOf: archive.of });
  if (!started.ok) {
    await archive.close();
    return started;
  }
  const { members, store } = started.value;
  const copied = copyTo(events, { store, members, inboxDays, archiveOf: archive.of }, deps);
  const close = async () => {
    await copied.close();
    await archive.close();
  };
  return ok({ ...started.value, store: { ...copied, close } });
}

async function startSqlite(
  options: StoreOptions,
  deps: StartStoresDeps,
): Promise<Result<StartedStores>> {
  const archive = deps.archiveOf?.(sqliteStoreName);
  const place = { ...options, postgres: null, ...(archive && { archive }) };
  const opened = await openStore(place, deps.warn, deps.now);
  if (!opened.ok) return opened;
  const guarded = guardStore(opened.value, 0, { options, deps });
  if (!guarded.ok) {
    await opened.value.close();
    return guarded;
  }
  const { store, watch, canSpool } = guarded.value;
  return ok({
    store: asServerStore(store),
    storeWatch: watch,
    canSpool,
    members: [{ name: sqliteStoreName, store }],
  });
}

async function startPostgres(
  { replica, ...options }: StoreOptions,
  deps: StartStoresDeps,
): Promise<Result<StartedStores>> {
  await using opened = new AsyncDisposableStack();
  // Loaded only if used, with PostgreSQL's client.
  const { openPostgresStores } = await import('../store/several/open-postgres-stores.ts');
  const stores = await openPostgresStores(options.stores, { ...deps, replica });
  if (!stores.ok) return stores;
  const { members, map, stop } = stores.value;
  for (const { store } of members) opened.defer(() => store.close());
  opened.defer(stop);
  const guarded: (Guarded & { name: string })[] = [];
  for (const [index, { name, store }] of members.entries()) {
    const one = guardStore(store, index, { options, deps });
    if (!one.ok) return one;
    opened.defer(() => one.value.store.close());
    guarded.push({ name, ...one.value });
  }
  const store = createSeveralStores(guarded, map);
  const isPlaced = () => map() !== null;
  const everything = opened.move();
  return ok({
    store: { ...store, close: () => everything.disposeAsync() },
    storeWatch: watchStores(guarded, map, deps),
    canSpool: () => isPlaced() && guarded.every(({ canSpool }) => canSpool()),
    members: guarded,
  });
}

function watchStores(
  guarded: readonly (Guarded & { name: string })[],
  map: () => StoreMap | null,
  deps: StoreWatchDeps,
): AskedWatch {
  const [first, ...others] = guarded;
  // A second watch of the same store would ask it twice.
  if (first !== undefined && others.length === 0) return first.watch;
  const measured = guarded.map((one) => ({ name: one.name, store: one.measured }));
  return watchAll(
    guarded.map(({ watch }) => watch),
    createStoreWatch(createSeveralStores(measured, map), deps),
    () => map() !== null,
  );
}

/** A store as the server uses it. */
interface Guarded {
  /** Behind the spool; closes both. */
  store: EventStore;
  /** Before the spool. */
  measured: EventStore;
  watch: StoreWatch;
  canSpool(): boolean;
}

/** @param index of the store among the options */
function guardStore(
  store: EventStore,
  index: number,
  { options, deps }: { options: Omit<StoreOptions, 'replica'>; deps: StartStoresDeps },
): Result<Guarded> {
  const measured = measureStore(store, deps.metrics);
  const watch = createStoreWatch(measured, deps);
  const storeNames = spoolStoreNames(options.stores);
  const spooled = startSpool(options, watchWrites(measured, watch.noteWrite), {
    ...deps,
    storeName: storeNames[index] ?? '',
    storeNames,
  });
  return spooled.ok ? ok({ ...spooled.value, measured, watch }) : spooled;
}
