import type { Kysely, SelectQueryBuilder } from 'kysely';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import type { StoreTables } from '../../store-tables.ts';
import { kindOfColumn } from '../filter-columns.ts';
import type { ReportFilter } from '../report-figures.ts';
import type { CountingLimits } from '../report-limits.ts';
import { conditionsOf, selectPlaybacks } from '../select-playbacks.ts';
import { fitPeriods } from './fit-periods.ts';
import { cutTime, type Piece, restBetween, spansFor, type TimeRange } from './sum-periods.ts';
import { sumsFromMs } from './sums-state.ts';

/** How a report's playbacks are found in the sums. */
export interface SumsPlan {
  kind: StoreTables['playback_sums']['kind'];
  /** Those with stored periods are in the order of time. */
  pieces: readonly Piece[];
  /** The time is cut at this moment, in Unix milliseconds; `null` if it is not cut. */
  countedFromMs: number | null;
}

/**
 * @param kind sums that have the playbacks of the filter
 * @param stepMs length of the steps into which they are added
 * @returns `null` if the playbacks are better counted one by one: there are only few, or the sums
 *   are far behind or not filled yet
 */
export async function planSums(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { kind, stepMs, counting }: { kind: SumsPlan['kind']; stepMs?: number; counting: CountingLimits },
): Promise<SumsPlan | null> {
  const sumsFrom = await sumsFromMs(database);
  if (sumsFrom === null) return null;
  const spans = spansFor(kind, stepMs);
  const shortest = spans.at(-1);
  if (shortest === undefined || !(await hasMany(database, filter, counting.countedCount)))
    return null;
  const { waitingChangesCount, countedCount } = counting;
  const waiting = database
    .selectFrom('playback_changes')
    .select('row')
    .limit(waitingChangesCount + 1);
  if ((await countRows(database, waiting)) > waitingChangesCount) return null;
  const fromMs = Math.min(Math.max(filter.fromMs, sumsFrom), filter.toMs);
  const periods = await fitPeriods(
    { fromMs, toMs: filter.toMs },
    {
      spanMs: shortest,
      sumsFromMs: sumsFrom,
      count: (time, limit) => countIn(database, { ...filter, ...time }, limit),
      // All playbacks together have minutes, so no rest is long.
      countedCount: kind === 'all' ? null : countedCount,
    },
  );
  return {
    kind,
    pieces: [
      ...(periods.isCut ? [] : restBetween(filter.fromMs, periods.fromMs)),
      ...cutTime(periods, spans),
      ...restBetween(periods.toMs, filter.toMs),
    ],
    countedFromMs: periods.isCut ? periods.fromMs : null,
  };
}

/** @param floorMs the time is cut at this moment, if not later; `null`: where it has to be */
export type ListPlan = (floorMs: number | null) => Promise<SumsPlan | null>;

/**
 * Plans the lists of all playbacks of a time: once, because they have the same periods, and are cut
 * alike.
 */
export function planLists(
  database: Kysely<StoreTables>,
  { fromMs, toMs }: TimeRange,
  counting: CountingLimits,
): ListPlan {
  let planned: Promise<SumsPlan | null> | null = null;
  return (floorMs) => {
    planned ??= planSums(
      database,
      { fromMs: Math.max(fromMs, floorMs ?? fromMs), toMs, videoId: null, ...anyPlayback },
      { kind: 'video', counting },
    );
    return planned;
  };
}

/**
 * @returns the kind of sums that have all playbacks of a filter; `null` for two filters, and for
 *   arms of experiments
 */
export function kindOf(filter: ReportFilter): SumsPlan['kind'] | null {
  if (filter.arms !== undefined) return null;
  const [first, ...others] = conditionsOf(filter);
  if (others.length > 0) return null;
  return first === undefined ? 'all' : kindOfColumn(first.column);
}

/** Whether a filter has more playbacks than a report counts in the database. */
async function hasMany(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  countedCount: number,
): Promise<boolean> {
  return (await countIn(database, filter, countedCount + 1)) > countedCount;
}

/** @returns the playbacks of a filter, or `limit` if there are more */
const countIn = (database: Kysely<StoreTables>, filter: ReportFilter, limit: number) =>
  countRows(database, selectPlaybacks(database, filter).select('row').limit(limit));

async function countRows(
  database: Kysely<StoreTables>,
  rows: SelectQueryBuilder<StoreTables, never, { row: number }>,
): Promise<number> {
  const { total } = await database
    .selectFrom(rows.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
