import type { Kysely } from 'kysely';
import { added } from '../../added.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreDriver } from '../../store-driver.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { PagesTable, PagesTables } from './pages-tables.ts';

/** Pages of a host in an hour. */
export type HostPages = Omit<PagesTable, 'writer'>;

/** Adds pages that this process has served. */
export function addServedPages(
  { transaction, writer }: Pick<StoreDriver, 'transaction' | 'writer'>,
  pages: readonly HostPages[],
): Promise<void> {
  const rows = pages.map((one) => ({ ...one, writer }));
  return transaction((within) => addPages(within, 'served_pages', rows));
}

/** Adds rows to those with the same hour, host and writer. */
export async function addPages(
  database: Kysely<StoreTables>,
  table: keyof PagesTables,
  rows: readonly PagesTable[],
): Promise<void> {
  const inOrder = rows
    .map(({ hour_ms, host, writer, pages }) => ({ hour_ms, host, writer, pages }))
    // Two transactions with the same rows must not wait for each other.
    .sort((one, other) => one.hour_ms - other.hour_ms || (one.host < other.host ? -1 : 1));
  await adders[table](database, inOrder);
}

const adderOf = (table: keyof PagesTables) =>
  createRowsStatement<PagesTable>((database, rows) =>
    database
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['hour_ms', 'host', 'writer']).doUpdateSet(added(table, ['pages'])),
      ),
  );
const adders = { served_pages: adderOf('served_pages'), heard_pages: adderOf('heard_pages') };
