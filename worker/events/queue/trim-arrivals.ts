import type { IDBPObjectStore } from 'idb';
import type { LogDatabaseSchema } from './log-database-schema.ts';

type ArrivalsStore = IDBPObjectStore<
  LogDatabaseSchema,
  ('arrivals' | 'requests')[],
  'arrivals',
  'readwrite'
>;

/** Removes events from a document's arrivals; a row without any events left is deleted. */
export async function trimArrivals(
  store: ArrivalsStore,
  sid: string,
  seqs: ReadonlySet<number>,
): Promise<void> {
  // A row's key is its last `seq`, so rows before the first wanted `seq` cannot hold any.
  const range = IDBKeyRange.bound([sid, Math.min(...seqs)], [sid, []]);
  for (const row of await store.getAll(range)) {
    // Skip malformed rows; the next read that parses them removes them.
    if (!Array.isArray(row.events)) continue;
    const events = row.events.filter((event) => !seqs.has(event.seq));
    if (events.length === row.events.length) continue;
    if (events.length === 0) await store.delete([row.sid, row.lastSeq]);
    else await store.put({ ...row, events });
  }
}
