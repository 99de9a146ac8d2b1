import type { Kysely } from 'kysely';
import type { StoreSummary } from './event-store.ts';
import type { StoreTables } from './store-tables.ts';

type Totals = StoreTables['totals'];

/** @param more what is added to each total; those that it does not name stay as they are */
export async function addToTotals(database: Kysely<StoreTables>, more: Partial<Totals>): Promise<void> {
  const entries = Object.entries(more) as [keyof Totals, number][];
  await database
    .updateTable('totals')
    .set((value) => Object.fromEntries(entries.map(([name, count]) => [name, value(name, '+', count)])))
    .execute();
}

export function readSummary(database: Kysely<StoreTables>): Promise<StoreSummary> {
  return database
    .selectFrom('totals')
    .select(['events', 'batches', 'duplicates', 'rejected', 'bytes', 'clients', 'missing'])
    .executeTakeFirstOrThrow();
}
