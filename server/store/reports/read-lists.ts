import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { type LatestPart, latestPart } from './latest-part.ts';
import { outcomeCounts, outcomesOf } from './outcome-counts.ts';
import { reportLimits } from './report-limits.ts';
import type { Group, ReportFilter } from './reports.ts';
import { type FilterColumn, selectPlaybacks } from './select-playbacks.ts';
import { addCounts, type GroupCounts, readSummedGroups } from './sums/summed-groups.ts';
import { kindOf, planSums } from './sums/sums-plan.ts';

const filterNames = { video_id: 'videoId', host: 'host', browser: 'browser' } as const;
const columns = ['video_id', 'host', 'browser'] as const satisfies readonly FilterColumn[];
const kinds = { video_id: 'video', host: 'host', browser: 'browser' } as const;

/** A list of a report. */
interface ReadList extends Pick<LatestPart, 'countedFromMs'> {
  groups: Group[];
}

/** The lists of a report, by the column that groups the playbacks. */
type ReadLists = Record<FilterColumn, ReadList>;

/**
 * Outcomes of playbacks, grouped by each column. The filter's own value of that column does not
 * apply, so that a user can choose another value.
 */
export async function readLists(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<ReadLists> {
  const lists: Partial<ReadLists> = {};
  const toCount = new Map<string, { others: ReportFilter; columns: FilterColumn[] }>();
  for (const column of columns) {
    const others = { ...filter, [filterNames[column]]: null };
    const isAll = kindOf(others) === 'all';
    const plan = isAll ? await planSums(database, others, { kind: kinds[column] }) : null;
    if (plan !== null) {
      const groups = await readSummedGroups(database, others, plan, column);
      lists[column] = { groups: largest(groups), countedFromMs: null };
      continue;
    }
    // An index finds the playbacks of a filter, all over the table, so each is looked up once. All
    // playbacks of a time are next to each other.
    const same = isAll ? column : JSON.stringify(others);
    const known = toCount.get(same) ?? { others, columns: [] };
    known.columns.push(column);
    toCount.set(same, known);
  }
  for (const { others, columns } of toCount.values())
    Object.assign(lists, await countLists(database, others, columns));
  return lists as ReadLists;
}

/** @returns a list for each of these columns, of the same playbacks */
async function countLists(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  columns: readonly FilterColumn[],
): Promise<Partial<ReadLists>> {
  const { filter: counted, countedFromMs } = await latestPart(database, filter);
  const rows = await selectPlaybacks(database, counted)
    .select((value) => [...columns, ...outcomeCounts(value)])
    .groupBy(columns)
    .$if(columns.length === 1, (query) =>
      query
        .orderBy('playbacks', 'desc')
        .orderBy(columns[0] ?? 'video_id')
        .limit(reportLimits.groupsCount),
    )
    .execute();
  return Object.fromEntries(
    columns.map((column) => {
      const groups = new Map<string, GroupCounts>();
      for (const { [column]: name = '', ...counts } of rows) addCounts(groups, name, counts);
      return [column, { groups: largest(groups), countedFromMs }];
    }),
  );
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
