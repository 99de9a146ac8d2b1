import type { AcceptedBatch, EventStore } from '../../../../server/store/event-store.ts';
import { begun } from '../reports/playback-events.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

export const dayMs = 86_400_000;
export const today = 20_000;
/** The noon of `today` in Unix milliseconds. */
export const noon = (today + 0.5) * dayMs;
/** An id without a day. */
export const oldSid = 'document-0123456789abcdef';

export interface Opened {
  database: TestDatabase;
  store: EventStore;
}

/** A store without partitions of days. */
export async function openEmpty(): Promise<Opened> {
  const database = await createDatabase();
  const options = { dataDir: tempDirectory(), postgres: database.hosts, replica: null };
  return { database, store: await openStore({ options }) };
}

export async function openNew(): Promise<Opened> {
  const opened = await openEmpty();
  await maintainAt(opened, today);
  return opened;
}

/** A batch with one playback, and with a refused number. */
export const played = (sid: string, seq: number, changes: Partial<AcceptedBatch> = {}) =>
  storeBatch([], {
    sid,
    events: [begun(seq, `cpn-${seq}`)],
    rejectedSeqs: [seq + 1],
    receivedMs: noon,
    ...changes,
  });

/** The tables that have rows of a document. */
export async function placesOf({ database }: Opened, sid: string): Promise<string[]> {
  const rows = await database.sql(
    ['clients', 'documents', 'events', 'playbacks', 'rejections']
      .map((table) => `SELECT tableoid::regclass::text AS place FROM ${table} WHERE sid = '${sid}'`)
      .join(' UNION '),
  );
  return rows.map(({ place }) => String(place)).sort();
}

export function maintainAt({ store }: Opened, day: number) {
  const nowMs = noon + (day - today) * dayMs;
  return store.maintain({ nowMs, trustDateMs: nowMs, keepDays: 31 });
}
