import type { Kysely } from 'kysely';
import { padded } from '../../small-steps.ts';
import type { StoreTables } from '../../store-tables.ts';
import { outcomeCounts } from '../outcome-counts.ts';
import { reportLimits } from '../report-limits.ts';
import type { ReportFilter } from '../reports.ts';
import { selectPlaybacks } from '../select-playbacks.ts';
import { addPlayback, emptySum, outcomeNames } from './playback-sum.ts';
import { waitingChanges } from './read-sums.ts';
import type { SumsPlan } from './sums-plan.ts';

/** Outcomes of a group of playbacks, by the names of the columns. */
export type GroupCounts = Record<(typeof outcomeNames)[number], number>;

/**
 * Adds up the outcomes of the largest groups of a kind.
 * @param filter no video, host or browser
 * @returns by the names of the groups
 */
export async function readSummedGroups(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  plan: SumsPlan,
  column: 'video_id' | 'host' | 'browser',
): Promise<Map<string, GroupCounts>> {
  const groups = new Map<string, GroupCounts>();
  const add = (name: string, counts: GroupCounts) => {
    const known = groups.get(name);
    groups.set(
      name,
      Object.fromEntries(
        outcomeNames.map((outcome) => [outcome, Number(counts[outcome]) + (known?.[outcome] ?? 0)]),
      ) as GroupCounts,
    );
  };
  for (const { spanMs, fromMs, toMs } of plan.pieces) {
    if (spanMs !== null) continue;
    const counted = await selectPlaybacks(database, { ...filter, fromMs, toMs })
      .select((value) => [value.ref(column).as('name'), ...outcomeCounts(value)])
      .groupBy(column)
      .execute();
    for (const { name, ...counts } of counted) add(name, counts);
  }
  for (const change of await waitingChanges(database, filter, plan)) {
    const sum = emptySum();
    addPlayback(sum, change, change.sign);
    add(change[column], sum.figures);
  }
  const { statementGroupsCount } = reportLimits;
  const names = await candidates(database, plan, groups);
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
      for (const { name, ...counts } of sums) add(name, counts);
    }
  const found = new Set(names);
  return new Map([...groups].filter(([name]) => found.has(name)));
}

/**
 * @param counted groups at the ends of the time
 * @returns names of the groups that may be among the largest: the largest of each period
 */
async function candidates(
  database: Kysely<StoreTables>,
  { kind, pieces }: SumsPlan,
  counted: ReadonlyMap<string, GroupCounts>,
): Promise<string[]> {
  const { comparedGroupsCount } = reportLimits;
  const names = new Set(
    [...counted]
      .sort(([, one], [, other]) => other.playbacks - one.playbacks)
      .slice(0, comparedGroupsCount)
      .map(([name]) => name),
  );
  for (const { spanMs, fromMs, toMs } of pieces) {
    if (spanMs === null) continue;
    const periods = await database
      .selectFrom('playback_sums')
      .select('start_ms')
      .where('kind', '=', 'all')
      .where('span_ms', '=', spanMs)
      .where('name', '=', '')
      .where('start_ms', '>=', fromMs)
      .where('start_ms', '<', toMs)
      .execute();
    for (const { start_ms } of periods) {
      const largest = await database
        .selectFrom('playback_sums')
        .select('name')
        .where('kind', '=', kind)
        .where('span_ms', '=', spanMs)
        .where('start_ms', '=', start_ms)
        .orderBy('playbacks', 'desc')
        .limit(comparedGroupsCount)
        .execute();
      for (const { name } of largest) names.add(name);
    }
  }
  return [...names];
}
