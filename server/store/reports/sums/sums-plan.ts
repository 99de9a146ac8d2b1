import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import { kindOfColumn } from '../filter-columns.ts';
import type { ReportFilter } from '../report-figures.ts';
import type { CountingLimits } from '../report-limits.ts';
import { conditionsOf, selectPlaybacks } from '../select-playbacks.ts';
import { cutTime, type Piece, spansOf } from './sum-periods.ts';
import { sumsFromMs } from './sums-state.ts';

/** How a report's playbacks are found in the sums. */
export interface SumsPlan {
  kind: StoreTables['playback_sums']['kind'];
  /** In the order of time. */
  pieces: readonly Piece[];
}

/**
 * @param kind sums that have the playbacks of the filter
 * @returns `null` if the playbacks are better counted one by one: there are only few, or the sums
 *   are far behind or not filled yet
 */
export async function planSums(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { kind, stepMs, counting }: { kind: SumsPlan['kind']; stepMs?: number; counting: CountingLimits },
): Promise<SumsPlan | null> {
  const fromMs = await sumsFromMs(database);
  if (fromMs === null) return null;
  const spans = spansOf(kind).filter((span) => stepMs === undefined || stepMs % span === 0);
  if (spans.length === 0) return null;
  if (!(await hasMany(database, filter, counting.countedCount))) return null;
  const { waitingChangesCount } = counting;
  const waiting = database
    .selectFrom('playback_changes')
    .select('row')
    .limit(waitingChangesCount + 1);
  if ((await countRows(database, waiting)) > waitingChangesCount) return null;
  const summedMs = Math.min(Math.max(filter.fromMs, fromMs), filter.toMs);
  return {
    kind,
    pieces: [...cutTime(filter.fromMs, summedMs, []), ...cutTime(summedMs, filter.toMs, spans)],
  };
}

/** @returns the kind of sums that have all playbacks of a filter; `null` for two filters */
export function kindOf(filter: ReportFilter): SumsPlan['kind'] | null {
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
  const found = selectPlaybacks(database, filter)
    .select('row')
    .limit(countedCount + 1);
  return (await countRows(database, found)) > countedCount;
}

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
