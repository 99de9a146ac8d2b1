import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { outcomeCounts, outcomesOf } from './outcome-counts.ts';
import { reportLimits } from './report-limits.ts';
import type { Group, ReportFilter } from './reports.ts';
import { selectPlaybacks } from './select-playbacks.ts';

const filterNames = { video_id: 'videoId', host: 'host', browser: 'browser' } as const;

/**
 * Outcomes of playbacks, grouped by a column. The filter's own value of that column does not apply,
 * so that a user can choose another value.
 */
export async function readGroups(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  column: keyof typeof filterNames,
): Promise<Group[]> {
  const rows = await selectPlaybacks(database, { ...filter, [filterNames[column]]: null })
    .select((value) => [value.ref(column).as('name'), ...outcomeCounts(value)])
    .groupBy(column)
    .orderBy('playbacks', 'desc')
    .orderBy(column)
    .limit(reportLimits.groupsCount)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    ...outcomesOf(row),
  }));
}
