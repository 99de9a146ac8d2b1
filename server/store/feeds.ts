import type { Kysely } from 'kysely';
import type { EventStore } from './event-store.ts';
import { findGaps } from './find-gaps.ts';
import type { StoreTables } from './store-tables.ts';

/** What the operator reads, row by row. */
export function createFeeds(
  database: Kysely<StoreTables>,
): Pick<EventStore, 'events' | 'providerLog' | 'gaps' | 'errors'> {
  return {
    events: {
      async after(row, limit) {
        const rows = await database
          .selectFrom('events')
          .selectAll()
          .where('row', '>', row)
          .orderBy('row')
          .limit(limit)
          .execute();
        return rows.map((stored) => ({
          row: stored.row,
          sid: stored.sid,
          seq: stored.seq,
          name: stored.name,
          endpoint: stored.endpoint,
          eventTimeMs: stored.event_time_ms,
          receivedMs: stored.received_ms,
          context: JSON.parse(stored.context),
          payload: JSON.parse(stored.payload),
        }));
      },
      rowBeforeNewest: (count) => rowBeforeNewest(database, 'events', count),
    },

    providerLog: {
      async after(row, limit) {
        const rows = await database
          .selectFrom('provider_log')
          .innerJoin('provider_log_clients', 'provider_log_clients.sid', 'provider_log.sid')
          .selectAll('provider_log')
          .select('dropped_count')
          .where('row', '>', row)
          .orderBy('row')
          .limit(limit)
          .execute();
        return rows.map((stored) => ({
          row: stored.row,
          sid: stored.sid,
          n: stored.n,
          kind: stored.kind,
          timeMs: stored.time_ms,
          receivedMs: stored.received_ms,
          droppedCount: stored.dropped_count,
          context: JSON.parse(stored.context),
          fields: JSON.parse(stored.fields),
        }));
      },
      rowBeforeNewest: (count) => rowBeforeNewest(database, 'provider_log', count),
    },

    errors: {
      async after(row, limit) {
        const rows = await database
          .selectFrom('errors')
          .selectAll()
          .where('row', '>', row)
          .orderBy('row')
          .limit(limit)
          .execute();
        return rows.map((stored) => ({
          row: stored.row,
          fingerprint: stored.fingerprint,
          count: stored.count,
          firstReceivedMs: stored.first_received_ms,
          lastReceivedMs: stored.last_received_ms,
          lastSid: stored.last_sid,
          source: stored.source,
          level: stored.level,
          type: stored.type,
          message: stored.message,
          line: stored.line,
          stack: stored.stack,
          clientName: stored.client_name,
          clientVersion: stored.client_version,
          params: JSON.parse(stored.params),
        }));
      },
      rowBeforeNewest: (count) => rowBeforeNewest(database, 'errors', count),
    },

    gaps: {
      // In one transaction, so that the counts and the holes of a document are of the same moment.
      after: (row, limit) =>
        database.transaction().execute((transaction) => findGaps(transaction, row, limit)),
      async rowBeforeNewest(count) {
        const newest = await database
          .selectFrom('clients')
          .select('row')
          .where('missing', '>', ({ lit }) => lit(0))
          .orderBy('row', 'desc')
          .offset(count)
          .limit(1)
          .executeTakeFirst();
        return newest?.row ?? 0;
      },
    },
  };
}

async function rowBeforeNewest(
  database: Kysely<StoreTables>,
  table: 'events' | 'provider_log' | 'errors',
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
