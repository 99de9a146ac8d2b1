import { type Kysely, sql } from 'kysely';
import { added } from './added.ts';
import type { StoreSummary } from './event-store.ts';
import { createRowsStatement } from './insert-rows.ts';
import type { StoreTables } from './store-tables.ts';

export type TotalsCounts = Omit<StoreTables['totals'], 'writer'>;

/** In the order of the table's columns. */
const none: Readonly<TotalsCounts> = {
  events: 0,
  batches: 0,
  duplicates: 0,
  rejected: 0,
  bytes: 0,
  clients: 0,
  missing: 0,
  noted_rejections: 0,
  expired_events: 0,
  expired_clients: 0,
  expired_missing: 0,
  viewer_bytes: 0,
};
const names = Object.keys(none) as (keyof TotalsCounts)[];

export function startTotals(): TotalsCounts {
  return { ...none };
}

/**
 * @param writer owner of the row: writers that share a row would wait for each other's commits
 * @param more added to the totals; missing ones get 0
 */
export async function addToTotals(
  database: Kysely<StoreTables>,
  writer: string,
  more: Partial<TotalsCounts>,
): Promise<void> {
  await addRows(database, [{ writer, ...none, ...more }]);
}

const addRows = createRowsStatement<StoreTables['totals']>((database, rows) =>
  database
    .insertInto('totals')
    .values(rows)
    .onConflict((conflict) => conflict.column('writer').doUpdateSet(added('totals', names))),
);

/** Merges the rows of all writers into one. Active writers start a new row. */
export async function foldTotals(transaction: Kysely<StoreTables>): Promise<void> {
  const rows = await transaction.deleteFrom('totals').returningAll().execute();
  const sums = startTotals();
  for (const row of rows) for (const name of names) sums[name] += row[name];
  await addToTotals(transaction, '', sums);
}

export async function readSummary(database: Kysely<StoreTables>): Promise<StoreSummary> {
  const {
    expired_events,
    expired_clients,
    expired_missing,
    noted_rejections: _noted,
    viewer_bytes: _bytes,
    ...counts
  } = await readTotals(database);
  return {
    ...counts,
    expired: { events: expired_events, clients: expired_clients, missing: expired_missing },
  };
}

/** @returns the totals of all writers together */
export function readTotals(database: Kysely<StoreTables>): Promise<TotalsCounts> {
  return database
    .selectFrom('totals')
    .select(names.map((name) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)`.as(name)))
    .executeTakeFirstOrThrow() as Promise<TotalsCounts>;
}
