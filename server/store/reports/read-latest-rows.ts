import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { type DocumentColumn, documentColumns } from './filter-columns.ts';
import type { ReportFilter } from './report-figures.ts';
import { documentConditionsOf, hasIndex } from './select-playbacks.ts';

type LatestRow = Pick<StoreTables['viewings'], 'received_ms' | 'facts' | DocumentColumn>;

/**
 * Reads the latest rows of the first condition, which an index finds, and keeps those that match
 * the others: so the work has a bound.
 * @param countedCount maximum number of rows
 * @returns `countedFromMs`: only rows from this moment on; `null` if all of the time
 */
export async function readLatestRows(
  database: Kysely<StoreTables>,
  table: 'field_reports' | 'viewings',
  filter: ReportFilter,
  countedCount: number,
): Promise<{ countedFromMs: number | null; rows: LatestRow[] }> {
  const { fromMs, toMs } = filter;
  const [first, ...others] = documentConditionsOf(filter);
  let query = database
    .selectFrom(table)
    .select(['received_ms', 'facts', ...documentColumns])
    .where('received_ms', '>=', fromMs)
    .where('received_ms', '<', toMs);
  if (first !== undefined)
    query = query.where(first.column, '=', first.name).where(hasIndex(first.column, first.name));
  const found = await query
    .orderBy('received_ms', 'desc')
    .limit(countedCount + 1)
    .execute();
  const firstLeftOut = found[countedCount];
  const countedFromMs = firstLeftOut === undefined ? null : Number(firstLeftOut.received_ms) + 1;
  const rows = found.filter(
    (row) =>
      Number(row.received_ms) >= (countedFromMs ?? fromMs) &&
      others.every(({ column, name }) => row[column] === name),
  );
  return { countedFromMs, rows };
}
