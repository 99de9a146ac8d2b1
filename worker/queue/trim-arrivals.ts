import type { IDBPObjectStore } from 'idb';
import type { LogDatabaseSchema } from './log-database-schema.ts';

type ArrivalsStore = IDBPObjectStore<
  LogDatabaseSchema,
  ('arrivals' | 'requests')[],
  'arrivals',
  'readwrite'
>;

/** Takes events out of a document's arrivals; a record that holds no other goes as a whole. */
export async function trimArrivals(
  store: ArrivalsStore,
  sid: string,
  seqs: ReadonlySet<number>,
): Promise<void> {
  // A record's key is its last seq, so those before the first wanted one cannot hold any.
  const range = IDBKeyRange.bound([sid, Math.min(...seqs)], [sid, []]);
  for (const row of await store.getAll(range)) {
    // A malformed row is nobody's events; whoever reads it as such removes it.
    if (!Array.isArray(row.events)) continue;
    const events = row.events.filter((event) => !seqs.has(event.seq));
    if (events.length === row.events.length) continue;
    if (events.length === 0) await store.delete([row.sid, row.lastSeq]);
    else await store.put({ ...row, events });
  }
}
