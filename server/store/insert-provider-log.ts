import type { Transaction } from 'kysely';
import type { AcceptedProviderLog, InsertCounts } from './event-store.ts';
import type { StoreTables } from './store-tables.ts';

/** Entries in one statement at most: statements are kept by their text, and there is a text for each number of entries. */
const rowsPerStatement = 100;

/** Stores the entries of a batch that are new, and how many its document has dropped. */
export async function insertProviderLog(
  transaction: Transaction<StoreTables>,
  { sid, receivedMs, droppedCount, contextJson, entries }: AcceptedProviderLog,
): Promise<InsertCounts> {
  if (entries.length === 0) return { accepted: 0, duplicates: 0 };
  await transaction
    .insertInto('provider_log_clients')
    .values({ sid, dropped_count: droppedCount })
    .onConflict((conflict) =>
      conflict
        .column('sid')
        .doUpdateSet((value) => ({ dropped_count: value.ref('excluded.dropped_count') }))
        // Batches may come out of order.
        .whereRef('excluded.dropped_count', '>', 'provider_log_clients.dropped_count'),
    )
    .execute();
  const rows = entries.map(({ n, kind, timeMs, fieldsJson }) => ({
    sid,
    n,
    kind,
    time_ms: timeMs,
    received_ms: receivedMs,
    context: contextJson,
    fields: fieldsJson,
  }));
  let accepted = 0;
  for (let first = 0; first < rows.length; first += rowsPerStatement) {
    const result = await transaction
      .insertInto('provider_log')
      .values(rows.slice(first, first + rowsPerStatement))
      .onConflict((conflict) => conflict.columns(['sid', 'n']).doNothing())
      .executeTakeFirstOrThrow();
    accepted += Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  return { accepted, duplicates: rows.length - accepted };
}
