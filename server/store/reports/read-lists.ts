import type { Kysely } from 'kysely';
import { isNamed } from '../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../store-tables.ts';
import { conditionName, type FilterColumn, filterColumns, kindOfColumn } from './filter-columns.ts';
import { latestPart } from './latest-part.ts';
import { outcomeCounts } from './outcome-counts.ts';
import { isOwnColumn } from './playback-columns.ts';
import type { ReportFilter } from './report-figures.ts';
import { type CountingLimits, reportLimits } from './report-limits.ts';
import type { ListParts } from './report-parts.ts';
import { selectPlaybacks } from './select-playbacks.ts';
import { storedKindOf } from './stored-kind.ts';
import { addCounts, type GroupCounts } from './sums/group-counts.ts';
import { readSummedGroups } from './sums/summed-groups.ts';
import { planSums } from './sums/sums-plan.ts';

/** Where the time of each list is cut, in Unix milliseconds. */
type Floors = Readonly<Record<FilterColumn, number | null>>;

/**
 * Outcomes of playbacks, grouped by each column. The filter's own value of that column does not
 * apply, so that a user can choose another value.
 */
export async function readLists(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  floorsMs: Floors,
  counting: CountingLimits,
): Promise<ListParts> {
  const { countedCount } = counting;
  const lists: Partial<ListParts> = {};
  let planned: ReturnType<typeof planSums> | null = null;
  const toCount = new Map<string, { others: ReportFilter; columns: FilterColumn[] }>();
  for (const column of filterColumns) {
    if (!isNamed(column, filter.names ?? {})) {
      lists[column] = { groups: new Map(), countedFromMs: null };
      continue;
    }
    const others = { ...filter, [conditionName(column)]: null };
    const isAll = storedKindOf(others) === 'all';
    const kind = kindOfColumn(column);
    // Lists of all playbacks have the same plan: each kind of groups has sums of hours and days.
    if (isAll) planned ??= planSums(database, others, { kind, counting });
    const plan = isAll ? await planned : null;
    if (plan !== null) {
      const groups = await readSummedGroups(database, others, { ...plan, kind }, column);
      lists[column] = { groups, countedFromMs: null };
      continue;
    }
    // An index finds the playbacks of a filter, all over the table, so each is looked up once. All
    // playbacks of a time are next to each other. Facts of playbacks have few groups: apart from
    // others, which have many together.
    const isOwn = isOwnColumn(column);
    const same = isAll && !isOwn ? column : JSON.stringify([isOwn, others]);
    const known = toCount.get(same) ?? { others, columns: [] };
    known.columns.push(column);
    toCount.set(same, known);
  }
  for (const { others, columns } of toCount.values())
    Object.assign(lists, await countLists(database, others, { columns, floorsMs, countedCount }));
  return lists as ListParts;
}

/** @returns a list for each of these columns, of the same playbacks */
async function countLists(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  {
    columns,
    floorsMs,
    countedCount,
  }: { columns: readonly FilterColumn[]; floorsMs: Floors; countedCount: number },
): Promise<Partial<ListParts>> {
  const [column = 'video_id'] = columns;
  const { filter: counted, countedFromMs } = await latestPart(database, filter, {
    floorMs: floorsMs[column],
    countedCount,
  });
  const rows = await selectPlaybacks(database, counted)
    .select((value) => [...columns, ...outcomeCounts(value)])
    .groupBy(columns)
    .$if(columns.length === 1, (query) =>
      query.orderBy('playbacks', 'desc').orderBy(column).limit(reportLimits.candidatesCount),
    )
    .execute();
  return Object.fromEntries(
    columns.map((column) => {
      const groups = new Map<string, GroupCounts>();
      // Without copies of the counts: there may be 10,000 rows, and ten columns.
      for (const row of rows) addCounts(groups, row[column] ?? '', row);
      return [column, { groups, countedFromMs }];
    }),
  );
}
