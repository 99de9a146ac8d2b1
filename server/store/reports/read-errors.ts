import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import type { StoredError } from '../stored-error.ts';
import { toStoredError } from '../to-stored-error.ts';
import type { ReportFilter } from './report-figures.ts';
import { reportLimits } from './report-limits.ts';

/** Errors whose latest report is within a period. */
export async function readErrors(
  database: Kysely<StoreTables>,
  { fromMs, toMs }: Pick<ReportFilter, 'fromMs' | 'toMs'>,
): Promise<StoredError[]> {
  const rows = await database
    .selectFrom('errors')
    .selectAll()
    .where('last_received_ms', '>=', fromMs)
    .where('last_received_ms', '<', toMs)
    .orderBy('count', 'desc')
    .orderBy('last_received_ms', 'desc')
    .limit(reportLimits.errorsCount)
    .execute();
  return rows.map(toStoredError);
}
