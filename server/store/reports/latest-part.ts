import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { countedFrom } from './counted-from.ts';
import { armsCountedFrom } from './experiments/playbacks-of-arms.ts';
import type { ReportFilter } from './report-figures.ts';
import type { CountingLimits } from './report-limits.ts';
import { conditionsOf, hasIndex, type PlaybackSelection } from './select-playbacks.ts';

/** The playbacks that a report counts one by one. */
export interface LatestPart {
  filter: PlaybackSelection;
  /** The filter's time is cut at this moment, in Unix milliseconds; `null` if it is not cut. */
  countedFromMs: number | null;
}

/**
 * Cuts the time of a filter without sums, so that counting it has a bound: to the latest playbacks
 * that match one of its conditions, whichever goes back farthest.
 * @param wanted has at least one condition besides the time
 * @param floorMs a moment at which to cut it, if not later; `null`: as late as necessary
 */
export async function latestPart(
  database: Kysely<StoreTables>,
  wanted: ReportFilter,
  { floorMs, countedCount }: { floorMs: number | null } & Pick<CountingLimits, 'countedCount'>,
): Promise<LatestPart> {
  const filter =
    floorMs === null ? wanted : { ...wanted, fromMs: Math.max(floorMs, wanted.fromMs) };
  let farthest: Required<Pick<PlaybackSelection, 'fromMs' | 'indexed'>> | null = null;
  const { arms } = filter;
  if (arms !== undefined) {
    const fromMs = await armsCountedFrom(database, { ...filter, arms }, countedCount);
    if (fromMs === null) return { filter: { ...filter, indexed: 'arms' }, countedFromMs: floorMs };
    farthest = { fromMs, indexed: 'arms' };
  }
  for (const { column, name } of conditionsOf(filter)) {
    const playbacks = database
      .selectFrom('playbacks')
      .where(column, '=', name)
      .where(hasIndex(column, name))
      .where('received_ms', '>=', filter.fromMs)
      .where('received_ms', '<', filter.toMs);
    const fromMs = await countedFrom(playbacks, countedCount);
    if (fromMs === null) return { filter: { ...filter, indexed: column }, countedFromMs: floorMs };
    if (farthest === null || fromMs < farthest.fromMs) farthest = { fromMs, indexed: column };
  }
  if (farthest === null) return { filter, countedFromMs: floorMs };
  return { filter: { ...filter, ...farthest }, countedFromMs: farthest.fromMs };
}
