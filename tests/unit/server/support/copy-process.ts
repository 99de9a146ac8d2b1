import {
  type CopyPlace,
  CopyRefusedError,
  type CopyStep,
} from '../../../../server/store/copy/copy-events.ts';
import {
  ArchiveAwayError,
  type EventArchive,
  type EventRecord,
} from '../../../../server/store/event-archive.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { testSid } from './log-batches.ts';
import { openStore, storePlace } from './store-place.ts';

/** A place in memory that gets copies of events and gives them back. */
export interface MemoryPlace {
  place: CopyPlace;
  archive: EventArchive;
  /** @returns its events in the order of their rows */
  events(): EventRecord[];
  inserts(): number;
  /** @param reason why it refuses everything from now on; `null` ends that */
  refuse(reason: string | null): void;
  /** Whether it takes events, but fails to say so. */
  loseAnswers(loses: boolean): void;
  change(row: number, changes: Partial<EventRecord>): void;
  forget(rows: readonly number[]): void;
  forgetAll(): void;
}

/** @param lastRow the last row that it says it has */
export function memoryPlace(lastRow = 0): MemoryPlace {
  const copied = new Map<number, EventRecord>();
  let inserts = 0;
  let last = lastRow;
  let reason: string | null = null;
  let losesAnswers = false;
  const upTo = (row: number) => sorted().filter((event) => event.row <= row);
  const sorted = () => [...copied.values()].sort((one, other) => one.row - other.row);
  const answer = <T>(work: () => T): Promise<T> =>
    reason === null ? Promise.resolve(work()) : Promise.reject(new ArchiveAwayError(reason));
  return {
    place: {
      async copiedRow() {
        if (reason !== null) throw new CopyRefusedError(reason);
        return last;
      },
      async insert(events) {
        if (reason !== null) throw new CopyRefusedError(reason);
        inserts++;
        for (const event of events) copied.set(event.row, event);
        if (losesAnswers) throw new CopyRefusedError('no answer');
        last = events.at(-1)?.row ?? last;
      },
    },
    archive: {
      settleMs: 0,
      after: ({ row, upTo: end, limit }) =>
        answer(() =>
          upTo(end)
            .filter((event) => event.row > row)
            .slice(0, limit),
        ),
      ofDocuments: ({ sids, names, after, limit }) =>
        answer(() =>
          sorted()
            .filter(
              ({ sid, seq, name }) =>
                sids.includes(sid) &&
                (names?.includes(name) ?? true) &&
                (sid === after.sid ? seq > after.seq : sid > after.sid),
            )
            .sort((one, other) =>
              one.sid === other.sid ? one.seq - other.seq : one.sid < other.sid ? -1 : 1,
            )
            .slice(0, limit),
        ),
      rowBeforeNewest: ({ upTo: end, count }) =>
        answer(() => upTo(end).toReversed()[count]?.row ?? 0),
    },
    events: sorted,
    inserts: () => inserts,
    refuse(next) {
      reason = next;
    },
    loseAnswers(loses) {
      losesAnswers = loses;
    },
    change(row, changes) {
      const event = copied.get(row);
      if (event !== undefined) copied.set(row, { ...event, ...changes });
    },
    forget(rows) {
      for (const row of rows) copied.delete(row);
    },
    forgetAll() {
      copied.clear();
      last = 0;
    },
  };
}

/** A process that copies a store's events to a place. */
export function copyingProcess(
  store: EventStore,
  to: MemoryPlace = memoryPlace(),
  holder: string = crypto.randomUUID(),
) {
  let fromRow: number | null = null;
  return {
    ...to,
    holder,
    async step(): Promise<CopyStep> {
      const result = await store.copyEvents({ place: to.place, holder, fromRow });
      if (!result.ok) throw new Error(result.error.message);
      if (result.value.state === 'copied') fromRow = result.value.row;
      if (result.value.state === 'refused') fromRow = null;
      return result.value;
    },
    /** Removes events that arrived before `beforeMs`. */
    async archiveStep(
      beforeMs: number,
      { nowMs = 1_000_000, looksBack = false, upToRow = Number.MAX_SAFE_INTEGER } = {},
    ) {
      const { archive } = to;
      const call = { archive, holder, beforeMs, nowMs, upToRow, looksBack };
      const result = await store.archiveEvents(call);
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    },
  };
}

/** A store with one process that copies and archives. */
export async function startArchiving() {
  const place = await storePlace();
  const to = memoryPlace();
  const store = await openStore({ options: { ...place.options, archive: to.archive } });
  return {
    store,
    to,
    ...copyingProcess(store, to),
    /** @returns the numbers of a document's events that are still in the store */
    async storedSeqs(sid = testSid): Promise<number[]> {
      const rows = await place.sql(`SELECT seq FROM events WHERE sid = '${sid}' ORDER BY seq`);
      return rows.map(({ seq }) => Number(seq));
    },
  };
}
