import type { Kysely } from 'kysely';
import { errorLimits } from '../../shared/error-limits.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { createViewerStore } from './create-viewer-store.ts';
import type { EventStore } from './event-store.ts';
import { createFeeds } from './feeds.ts';
import { insertBatch } from './insert-batch.ts';
import { insertError } from './insert-error.ts';
import { insertProviderLog } from './insert-provider-log.ts';
import { newestQoe } from './newest-qoe.ts';
import type { StoreTables } from './store-tables.ts';
import { storedRanges } from './stored-ranges.ts';
import { addToTotals, readSummary } from './totals.ts';

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
        return err('STORE_BUSY', 'Another program is writing to the event store; send the request again.');
      throw error;
    }
  }

  return {
    insertBatch: (batch) =>
      unlessBusy(database.transaction().execute((transaction) => insertBatch(transaction, batch))),
    countRefusedBatch: (wireBytes) => unlessBusy(addToTotals(database, { rejected: 1, bytes: wireBytes })),
    storedRanges: (sid, from) => unlessBusy(storedRanges(database, sid, from)),
    insertProviderLog: (batch) =>
      unlessBusy(database.transaction().execute((transaction) => insertProviderLog(transaction, batch))),
    insertError: (error, receivedMs, groupsCount = errorLimits.groupsCount) =>
      unlessBusy(
        database
          .transaction()
          .execute((transaction) => insertError(transaction, error, receivedMs, groupsCount)),
      ),
    summary: () => readSummary(database),
    newestQoe: (count) => newestQoe(database, count),
    ...createFeeds(database),
    viewers: createViewerStore(database, unlessBusy),
    close: () => database.destroy(),
  };
}
