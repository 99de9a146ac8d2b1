import type { Kysely } from 'kysely';
import { padded } from '../../small-steps.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { FilterColumn } from '../filter-columns.ts';
import { changedCounts, outcomeCounts } from '../outcome-counts.ts';
import { isOwnColumn, valuesOf } from '../playback-columns.ts';
import type { ReportFilter } from '../report-figures.ts';
import { reportLimits } from '../report-limits.ts';
import { selectPlaybacks } from '../select-playbacks.ts';
import { candidateNames } from './candidate-names.ts';
import { addCounts, type GroupCounts } from './group-counts.ts';
import { outcomeNames } from './playback-sum.ts';
import { waitingChanges } from './read-sums.ts';
import type { SumsPlan } from './sums-plan.ts';

/**
 * Adds up the outcomes of the largest groups of a kind.
 * @param filter without conditions but the time
 * @returns by the names of the groups
 */
export async function readSummedGroups(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  plan: SumsPlan,
  column: FilterColumn,
): Promise<Map<string, GroupCounts>> {
  const groups = new Map<string, GroupCounts>();
  for (const { spanMs, sign, fromMs, toMs } of plan.pieces) {
    if (spanMs !== null) continue;
    const counted = await selectPlaybacks(database, { ...filter, fromMs, toMs })
      .select((value) => [value.ref(column).as('name'), ...outcomeCounts(value)])
      .groupBy(column)
      .execute();
    for (const { name, ...counts } of counted) addCounts(groups, name, counts, sign);
  }
  const changed = await waitingChanges(database, filter, plan)
    .select((value) => [value.ref(column).as('name'), ...changedCounts(value)])
    .groupBy(column)
    .execute();
  for (const { name, ...counts } of changed) addCounts(groups, name, counts);
  const { statementGroupsCount } = reportLimits;
  const names = isOwnColumn(column)
    ? valuesOf[column]
    : await candidateNames(database, plan, groups);
  for (const { spanMs, fromMs, toMs } of plan.pieces)
    for (let first = 0; spanMs !== null && first < names.length; first += statementGroupsCount) {
      const sums = await database
        .selectFrom('playback_sums')
        .where('kind', '=', plan.kind)
        .where('span_ms', '=', spanMs)
        .where('name', 'in', padded(names.slice(first, first + statementGroupsCount)))
        .where('start_ms', '>=', fromMs)
        .where('start_ms', '<', toMs)
        .select(({ fn }) => [
          'name',
          ...outcomeNames.map((outcome) => fn.sum<number>(outcome).as(outcome)),
        ])
        .groupBy('name')
        .execute();
      for (const { name, ...counts } of sums) addCounts(groups, name, counts);
    }
  const found = new Set(names);
  return new Map([...groups].filter(([name]) => found.has(name)));
}
