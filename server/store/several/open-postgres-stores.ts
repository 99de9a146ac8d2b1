import { setTimeout as wait } from 'node:timers/promises';
import type { Failure, Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { EventArchive } from '../event-archive.ts';
import { DamagedMapError, type MapKeeper } from '../postgres/map-keeper.ts';
import { openPostgresMember } from '../postgres/open-postgres-store.ts';
import { databaseName, type PostgresHost } from '../postgres/postgres-url.js';
import { agree } from './agree.ts';
import { severalLimits } from './several-limits.ts';
import type { Member } from './several-stores.ts';
import { type StoreMap, storesIn } from './store-map.ts';

/** The stores, and what is known of where documents are. */
export interface OpenedStores {
  members: readonly Member[];
  /** `null` until the stores have agreed on it. */
  map(): StoreMap | null;
  /** Stops looking for changes of the map. The stores are closed by themselves. */
  stop(): Promise<void>;
}

interface StoresDeps {
  /** A replica of the only store. */
  replica?: PostgresHost | null;
  /** Where events of a store are read that have left it; missing if it is not known. */
  archiveOf?: (store: string) => EventArchive;
  /** Gets sentences for the operator. */
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** Pause before the stores are asked again whether another server has added a store. */
  lookAgainMs?: number;
  reportError: (error: unknown) => void;
}

const dayMs = 86_400_000;

/**
 * Opens stores in PostgreSQL databases. Several keep the map together: a server that starts with a
 * new store adds it to the map, and other servers learn of it within a minute. A single store has
 * no map, and takes all documents until another server has added a store.
 * @returns `STORE_MAP` if these stores do not belong together, or what `openPostgresStore` returns
 */
export async function openPostgresStores(
  stores: readonly (readonly PostgresHost[])[],
  {
    replica = null,
    archiveOf,
    warn,
    now,
    lookAgainMs = severalLimits.lookAgainMs,
    reportError,
  }: StoresDeps,
): Promise<Result<OpenedStores>> {
  await using opened = new AsyncDisposableStack();
  const members: Member[] = [];
  const keepers = new Map<string, MapKeeper>();
  for (const hosts of stores) {
    const name = databaseName(hosts);
    const member = await openPostgresMember(hosts, {
      warn,
      replica,
      ...(archiveOf && { archive: archiveOf(name) }),
    });
    if (!member.ok) return member;
    opened.defer(() => member.value.store.close());
    members.push({ name, store: member.value.store });
    keepers.set(name, member.value.keeper);
  }
  const alone = members.length > 1 ? null : [{ fromDay: 0, stores: [...keepers.keys()] }];
  let map: StoreMap | null = null;
  /** More stores must answer before it is known where documents belong. */
  let isWaiting = true;
  let lastSentence = '';
  const stopping = new AbortController();
  const today = () => Math.floor(now() / dayMs);

  function adopt(next: StoreMap): void {
    const [last, before] = [next.at(-1), map];
    const added = storesIn(next).filter((name) => !storesIn(before ?? []).includes(name));
    const isLater = last !== undefined && last.fromDay > today() && added.length > 0;
    if (isLater && next.length > 1) {
      const date = new Date(last.fromDay * dayMs).toISOString().slice(0, 10);
      warn(
        `New documents are placed on ${last.stores.join(', ')} from ${date} on. Start every other server with all of these before that day.`,
      );
    }
    map = next;
  }

  async function ask(): Promise<Result<StoreMap>> {
    const { result, known } = await agree(keepers, today(), map ?? []);
    isWaiting = !result.ok && result.error.code === 'STORE_AWAY';
    // Also with a store that this server lacks: its documents must not go to another one.
    const isUsable = result.ok || map !== null || alone !== null;
    if (isUsable && known.length > (map?.length ?? 0)) adopt(known);
    return result;
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(isWaiting ? severalLimits.agreeAgainMs : lookAgainMs, null, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const wasUnknown = map === null && alone === null;
        const result = await ask();
        if (wasUnknown && result.ok) warn('The stores have answered: events are stored.');
        if (result.ok) lastSentence = '';
        else say(result.error);
      } catch (error) {
        reportError(error);
      }
    }
  }

  function say({ code, message }: Failure): void {
    const isAway = code === 'STORE_AWAY';
    // The connection to a single store says so itself.
    if (isAway && alone !== null) return;
    const sentence = isAway ? `${message} Meanwhile players keep their events.` : message;
    if (sentence !== lastSentence) warn(sentence);
    lastSentence = sentence;
  }

  try {
    const result = await ask();
    if (!result.ok && result.error.code === 'STORE_MAP') return result;
    if (!result.ok) say(result.error);
  } catch (error) {
    if (error instanceof DamagedMapError) return err('STORE_MAP', error.message);
    throw error;
  }
  const looking = look();
  opened.move();
  return ok({
    members,
    map: () => map ?? alone,
    async stop() {
      stopping.abort();
      await looking;
    },
  });
}
