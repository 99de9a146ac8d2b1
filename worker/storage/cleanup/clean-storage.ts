import { cleanupLimits } from '../../../shared/limits/cleanup-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import { logDatabaseName } from '../../events/queue/log-database-name.ts';
import { isDataKey } from '../data/data-keys.ts';
import type { DataStore } from '../data/data-store.ts';
import { accountDatabasePrefix, dataDatabaseName, ourPrefix } from '../data/database-names.ts';
import { firstSeenShape } from '../data/shapes/first-seen.ts';
import { deleteDatabase } from './delete-database.ts';
import { reviewUnknown } from './review-unknown.ts';

export interface CleanStorageDeps {
  clock: Clock;
  /** Databases of this product. */
  databases: readonly string[];
  /** The visitor's own database. It is never deleted, even if its account is signed out. */
  ownDatabase: string;
  /** Opens nothing before the first use. */
  openStore(databaseName: string): DataStore;
  /** Data-sync ids of the accounts signed in in this browser; `null` if unknown. */
  askSignedIn(): Promise<string[] | null>;
  /**
   * Drops expired events from the queue.
   * @returns how many events were dropped
   */
  dropExpiredEvents(): Promise<number>;
  signal: AbortSignal;
}

/** Counts of what was removed. `heldUp` databases go when the pages that hold them open let go. */
export type Removed = Record<
  'expiredEvents' | 'expiredRows' | 'accounts' | 'unknown' | 'heldUp',
  number
>;

const unknownKey = 'cleanup/unknown';

/**
 * Removes expired data, data of accounts that are signed out, and data that no service knows.
 * The page may end during any step: each step is complete in itself, and the rest waits a day.
 * Unexpired events in the queue stay, whichever account they belong to.
 */
export async function cleanStorage(deps: CleanStorageDeps): Promise<Removed> {
  const { clock, databases, ownDatabase, askSignedIn, dropExpiredEvents, signal } = deps;
  const accounts = databases.filter((name) => name.startsWith(accountDatabasePrefix));
  const removed: Removed = { expiredEvents: 0, expiredRows: 0, accounts: 0, unknown: 0, heldUp: 0 };
  /** Unknown storage by name, with the function that removes it. */
  const unknown = new Map<string, () => Promise<boolean>>();

  async function use(name: string, job: (store: DataStore) => Promise<void>): Promise<void> {
    const store = deps.openStore(name);
    try {
      await job(store);
    } finally {
      store.close();
    }
  }

  async function remove(kind: 'accounts' | 'unknown', job: () => Promise<boolean>): Promise<void> {
    if (!signal.aborted) removed[(await job()) ? kind : 'heldUp']++;
  }

  async function findGone(): Promise<string[]> {
    const others = accounts.filter((name) => name !== ownDatabase);
    // Hardly any browser has another account's data, so the server is rarely asked.
    const signedIn = others.length === 0 ? null : await askSignedIn();
    if (signedIn === null) return [];
    return others.filter((name) => !signedIn.includes(name.slice(accountDatabasePrefix.length)));
  }

  async function cleanRows(name: string, store: DataStore): Promise<void> {
    removed.expiredRows += await store.removeExpired();
    for (const key of await store.keys('')) {
      if (isDataKey(key)) continue;
      unknown.set(`row ${name} ${key}`, async () => {
        await use(name, (store) => store.delete(key));
        return true;
      });
    }
  }

  removed.expiredEvents = await dropExpiredEvents();
  const gone = await findGone();
  for (const name of gone) await remove('accounts', () => deleteDatabase(name, clock));
  for (const name of [dataDatabaseName, ...accounts.filter((name) => !gone.includes(name))])
    await use(name, (store) => cleanRows(name, store));

  const known = [logDatabaseName, dataDatabaseName, ...accounts];
  for (const name of databases.filter((name) => !known.includes(name)))
    unknown.set(`database ${name}`, () => deleteDatabase(name, clock));
  for (const name of await cacheNames()) unknown.set(`cache ${name}`, () => caches.delete(name));
  await use(dataDatabaseName, async (store) => {
    const before = parseAs(firstSeenShape, await store.get(unknownKey));
    const names = [...unknown.keys()];
    const { firstSeen, due } = reviewUnknown(names, before.success ? before.data : {}, clock.now());
    if (names.length > 0) await store.set(unknownKey, firstSeen, 2 * cleanupLimits.unknownLifeMs);
    for (const name of due) await remove('unknown', unknown.get(name) ?? (async () => false));
  });
  return removed;
}

/** Our caches of the Cache API; none where the API is missing or denied. */
async function cacheNames(): Promise<string[]> {
  try {
    return (await caches.keys()).filter((name) => name.startsWith(ourPrefix));
  } catch {
    return [];
  }
}
