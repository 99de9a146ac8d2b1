import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { outcomeCounts, outcomesOf } from './outcome-counts.ts';
import { reportLimits } from './report-limits.ts';
import type { Group, ReportFilter } from './reports.ts';
import { selectPlaybacks } from './select-playbacks.ts';
import { type GroupCounts, readSummedGroups } from './sums/summed-groups.ts';
import { kindOf, planSums } from './sums/sums-plan.ts';

const filterNames = { video_id: 'videoId', host: 'host', browser: 'browser' } as const;
const kinds = { video_id: 'video', host: 'host', browser: 'browser' } as const;

/**
 * Outcomes of playbacks, grouped by a column. The filter's own value of that column does not apply,
 * so that a user can choose another value.
 */
export async function readGroups(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  column: keyof typeof filterNames,
): Promise<Group[]> {
  const others = { ...filter, [filterNames[column]]: null };
  const isAll = kindOf(others) === 'all';
  const plan = await planSums(database, others, { kind: isAll ? kinds[column] : null });
  if (plan !== null) return largest(await readSummedGroups(database, others, plan, column));
  const rows = await selectPlaybacks(database, others)
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

function largest(groups: ReadonlyMap<string, GroupCounts>): Group[] {
  return [...groups]
    .filter(([, { playbacks }]) => playbacks > 0)
    .sort(
      ([one, { playbacks }], [other, { playbacks: others }]) =>
        others - playbacks || (one < other ? -1 : 1),
    )
    .slice(0, reportLimits.groupsCount)
    .map(([name, counts]) => ({ name, ...outcomesOf(counts) }));
}
