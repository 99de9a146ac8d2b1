import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { type LatestPart, latestPart } from './latest-part.ts';
import { outcomeCounts, outcomesOf } from './outcome-counts.ts';
import { reportLimits } from './report-limits.ts';
import type { Group, ReportFilter } from './reports.ts';
import { type FilterColumn, selectPlaybacks } from './select-playbacks.ts';
import { type GroupCounts, readSummedGroups } from './sums/summed-groups.ts';
import { kindOf, planSums } from './sums/sums-plan.ts';

const filterNames = { video_id: 'videoId', host: 'host', browser: 'browser' } as const;
const kinds = { video_id: 'video', host: 'host', browser: 'browser' } as const;

/** A list of a report. */
export interface ReadGroups extends Pick<LatestPart, 'countedFromMs'> {
  groups: Group[];
}

/**
 * Outcomes of playbacks, grouped by a column. The filter's own value of that column does not apply,
 * so that a user can choose another value.
 */
export async function readGroups(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  column: FilterColumn,
): Promise<ReadGroups> {
  const others = { ...filter, [filterNames[column]]: null };
  const isAll = kindOf(others) === 'all';
  const plan = isAll ? await planSums(database, others, { kind: kinds[column] }) : null;
  if (plan !== null)
    return {
      groups: largest(await readSummedGroups(database, others, plan, column)),
      countedFromMs: null,
    };
  const { filter: counted, countedFromMs } = await latestPart(database, others);
  const rows = await selectPlaybacks(database, counted)
    .select((value) => [value.ref(column).as('name'), ...outcomeCounts(value)])
    .groupBy(column)
    .orderBy('playbacks', 'desc')
    .orderBy(column)
    .limit(reportLimits.groupsCount)
    .execute();
  return { groups: rows.map((row) => ({ name: row.name, ...outcomesOf(row) })), countedFromMs };
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
