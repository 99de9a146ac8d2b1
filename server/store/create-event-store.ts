import type { Kysely, Transaction } from 'kysely';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { EventStore, StoreSummary } from './event-store.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * The event store over any database with these tables: the queries use only what SQLite and PostgreSQL both know.
 * @param database the store closes it
 * @param isBusy whether the database threw this because another program holds a lock
 */
export function createEventStore(
  database: Kysely<StoreTables>,
  isBusy: (error: unknown) => boolean,
): EventStore {
  async function unlessBusy<T>(work: Promise<T>): Promise<Result<T, 'STORE_BUSY'>> {
    try {
      return ok(await work);
    } catch (error) {
      if (isBusy(error))
        return err('STORE_BUSY', 'Another program is writing to the event store; send the batch again.');
      throw error;
    }
  }

  return {
    insertBatch: ({ sid, endpoint, clientEventId, receivedMs, wireBytes, events, rejected }) => {
      const stored = database.transaction().execute(async (transaction) => {
        const rows = events.map((event) => ({
          sid,
          seq: event.seq,
          name: event.name,
          endpoint,
          event_time_ms: event.eventTimeMs,
          received_ms: receivedMs,
          client_event_id: clientEventId,
          context: event.contextJson,
          payload: event.payloadJson,
        }));
        const accepted = rows.length === 0 ? 0 : await insertNew(transaction, rows);
        const duplicates = rows.length - accepted;
        await addToTotals(transaction, {
          events: accepted,
          batches: 1,
          duplicates,
          rejected,
          bytes: wireBytes,
        });
        return { accepted, duplicates };
      });
      return unlessBusy(stored);
    },

    countRefusedBatch: (wireBytes) =>
      unlessBusy(
        addToTotals(database, { events: 0, batches: 0, duplicates: 0, rejected: 1, bytes: wireBytes }),
      ),

    summary: () =>
      database
        .selectFrom('totals')
        .select(['events', 'batches', 'duplicates', 'rejected', 'bytes'])
        .executeTakeFirstOrThrow(),

    async eventsAfter(row, limit) {
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

    async rowBeforeNewest(count) {
      const newest = await database
        .selectFrom('events')
        .select('row')
        .orderBy('row', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst();
      return newest?.row ?? 0;
    },

    close: () => database.destroy(),
  };
}

/** @returns how many were new */
async function insertNew(
  transaction: Transaction<StoreTables>,
  rows: Parameters<ReturnType<typeof transaction.insertInto<'events'>>['values']>[0],
): Promise<number> {
  const result = await transaction
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['sid', 'seq']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

async function addToTotals(database: Kysely<StoreTables>, more: StoreSummary): Promise<void> {
  await database
    .updateTable('totals')
    .set((value) => ({
      events: value('events', '+', more.events),
      batches: value('batches', '+', more.batches),
      duplicates: value('duplicates', '+', more.duplicates),
      rejected: value('rejected', '+', more.rejected),
      bytes: value('bytes', '+', more.bytes),
    }))
    .execute();
}
