import type { Kysely, Selectable } from 'kysely';
import type { EventRecord } from './event-archive.ts';
import { createEventFeed } from './event-feed.ts';
import type { EventStore, Feed, StoredEvent, StoredLogEntry } from './event-store.ts';
import { findGaps } from './find-gaps.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { toStoredError } from './to-stored-error.ts';

/** The feeds that the operator reads row by row. */
export function createFeeds(
  driver: StoreDriver,
  read: <T>(work: Promise<T>) => Promise<T>,
): Pick<EventStore, 'events' | 'providerLog' | 'gaps' | 'errors' | 'feedback'> {
  const { database } = driver;
  const events = createEventFeed(driver);
  const feedOf = <Item extends { row: number }>(
    table: Parameters<typeof rowBeforeNewest>[1],
    after: (row: number, limit: number) => Promise<Item[]>,
  ): Feed<Item> => ({
    after: (row, limit) => read(after(row, limit)),
    rowBeforeNewest: (count) => read(rowBeforeNewest(database, table, count)),
  });
  return {
    events: {
      after: (row, limit) => read(events.after(row, limit).then((rows) => rows.map(toEvent))),
      rowBeforeNewest: (count) => read(events.rowBeforeNewest(count)),
    },

    providerLog: feedOf('provider_log', async (row, limit) => {
      const rows = await logEntriesOf(database)
        .where('row', '>', row)
        .where('row', '<=', await driver.completeRow())
        .orderBy('row')
        .limit(limit)
        .execute();
      return rows.map(toLogEntry);
    }),

    errors: feedOf('errors', async (row, limit) => {
      const rows = await database
        .selectFrom('errors')
        .selectAll()
        .where('row', '>', row)
        .orderBy('row')
        .limit(limit)
        .execute();
      return rows.map(toStoredError);
    }),

    feedback: feedOf('feedback', async (row, limit) => {
      const rows = await database
        .selectFrom('feedback')
        .select(['row', 'received_ms', 'token', 'is_unencrypted', 'cpn'])
        .where('row', '>', row)
        .orderBy('row')
        .limit(limit)
        .execute();
      return rows.map((stored) => ({
        row: stored.row,
        receivedMs: stored.received_ms,
        token: stored.token,
        isUnencrypted: stored.is_unencrypted === 1,
        cpn: stored.cpn,
      }));
    }),

    gaps: {
      // In one transaction, so that counts and gaps of a document are from the same moment.
      after: (row, limit) =>
        read(
          driver.snapshot((transaction) => findGaps(transaction, { after: row, limit }, driver)),
        ),
      rowBeforeNewest: (count) => read(gapsBeforeNewest(database, count)),
    },
  };
}

/** @returns an event for the telemetry */
export function toEvent(stored: EventRecord): StoredEvent {
  return {
    row: stored.row,
    sid: stored.sid,
    seq: stored.seq,
    name: stored.name,
    endpoint: stored.endpoint,
    eventTimeMs: stored.event_time_ms,
    receivedMs: stored.received_ms,
    context: JSON.parse(stored.context),
    payload: JSON.parse(stored.payload),
  };
}

/** Entries of the provider's log, with how many their document has dropped. */
export const logEntriesOf = (database: Kysely<StoreTables>) =>
  database
    .selectFrom('provider_log')
    .innerJoin('provider_log_clients', 'provider_log_clients.sid', 'provider_log.sid')
    .selectAll('provider_log')
    .select('dropped_count');

/** @returns an entry for the telemetry */
export function toLogEntry(
  stored: Selectable<StoreTables['provider_log']> & { dropped_count: number },
): StoredLogEntry {
  return {
    row: stored.row,
    sid: stored.sid,
    n: stored.n,
    kind: stored.kind,
    timeMs: stored.time_ms,
    receivedMs: stored.received_ms,
    droppedCount: stored.dropped_count,
    context: JSON.parse(stored.context),
    fields: JSON.parse(stored.fields),
  };
}

async function gapsBeforeNewest(database: Kysely<StoreTables>, count: number): Promise<number> {
  const newest = await database
    .selectFrom('clients')
    .select('row')
    .where('missing', '>', ({ lit }) => lit(0))
    .orderBy('row', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return newest?.row ?? 0;
}

async function rowBeforeNewest(
  database: Kysely<StoreTables>,
  table: 'provider_log' | 'errors' | 'feedback',
  count: number,
): Promise<number> {
  const newest = await database
    .selectFrom(table)
    .select('row')
    .orderBy('row', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return newest?.row ?? 0;
}
