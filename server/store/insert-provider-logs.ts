import type { Insertable, Transaction } from 'kysely';
import type { AcceptedProviderLog, InsertCounts } from './event-store.ts';
import { createRowsStatement } from './insert-rows.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

type NewClient = StoreTables['provider_log_clients'];
type NewEntry = Insertable<StoreTables['provider_log']>;
type EntryKey = Pick<NewEntry, 'sid' | 'n'>;

/**
 * Stores new entries of batches, and how many entries their documents have dropped. It first locks
 * the documents in the order of their names, so that writers cannot deadlock.
 * @returns the counts of each batch, in their order
 */
export async function insertProviderLogs(
  transaction: Transaction<StoreTables>,
  batches: readonly AcceptedProviderLog[],
  driver: StoreDriver,
): Promise<InsertCounts[]> {
  const clients = new Map<string, NewClient>();
  const entries = new Map<string, { row: NewEntry; batch: AcceptedProviderLog }>();
  for (const batch of batches) {
    const { sid, receivedMs, droppedCount, contextJson } = batch;
    if (batch.entries.length === 0) continue;
    // Batches may arrive out of order.
    const dropped = Math.max(droppedCount, clients.get(sid)?.dropped_count ?? 0);
    clients.set(sid, { sid, dropped_count: dropped });
    for (const { n, kind, timeMs, fieldsJson } of batch.entries) {
      const row = {
        sid,
        n,
        kind,
        time_ms: timeMs,
        received_ms: receivedMs,
        context: contextJson,
        fields: fieldsJson,
      };
      if (!entries.has(keyOf(row))) entries.set(keyOf(row), { row, batch });
    }
  }
  const accepted = new Map<AcceptedProviderLog | undefined, number>();
  if (entries.size > 0) {
    await upsertClients(
      transaction,
      [...clients.values()].sort((a, b) => (a.sid < b.sid ? -1 : 1)),
    );
    await driver.beforeRows(transaction);
    const rows = [...entries.values()].map(({ row }) => row);
    for (const key of await insertEntries(transaction, rows)) {
      const batch = entries.get(keyOf(key))?.batch;
      accepted.set(batch, (accepted.get(batch) ?? 0) + 1);
    }
  }
  return batches.map((batch) => {
    const count = accepted.get(batch) ?? 0;
    return { accepted: count, duplicates: batch.entries.length - count };
  });
}

const keyOf = ({ sid, n }: EntryKey) => `${n} ${sid}`;

const upsertClients = createRowsStatement<NewClient>((transaction, rows) =>
  transaction
    .insertInto('provider_log_clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('sid')
        .doUpdateSet((value) => ({ dropped_count: value.ref('excluded.dropped_count') }))
        .whereRef('excluded.dropped_count', '>', 'provider_log_clients.dropped_count'),
    ),
);

const insertEntries = createRowsStatement<NewEntry, EntryKey>((transaction, rows) =>
  transaction
    .insertInto('provider_log')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['sid', 'n']).doNothing())
    .returning(['sid', 'n']),
);
