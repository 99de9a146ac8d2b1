import type { Kysely } from 'kysely';
import { knownStarters } from '../../../shared/telemetry/playback-dimensions.ts';
import type { StoreTables } from '../store-tables.ts';
import type { DashboardReport, ReportFilter } from './report-figures.ts';
import { type PlaybackSelection, selectPlaybacks } from './select-playbacks.ts';
import { waitingChanges } from './sums/read-sums.ts';
import { readSum } from './sums/sum-text.ts';
import type { SumsPlan } from './sums/sums-plan.ts';
import { addToBin, type Bins, binOf, countOf, quantileOf } from './sums/value-bins.ts';

/** Times from the play request to the first frame, by what started the playback. */
export type FirstFrames = ReadonlyMap<string, Bins>;

/** All values of the column: few, so their sums are read by name. */
const starters = [...knownStarters, ''] as const;

/**
 * Reads the times of a list that has stored sums.
 * @param filter without conditions but the time
 */
export async function readSummedFrames(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  plan: SumsPlan,
): Promise<FirstFrames> {
  const found = startFrames();
  for (const { spanMs, fromMs, toMs } of plan.pieces) {
    if (spanMs === null) {
      const ends = framesIn(database, { ...filter, fromMs, toMs });
      for (const row of await ends.execute()) addTime(found, row);
      continue;
    }
    const sums = await database
      .selectFrom('playback_sums')
      .selectAll()
      .where('kind', '=', 'started_by')
      .where('span_ms', '=', spanMs)
      .where('name', 'in', starters)
      .where('start_ms', '>=', fromMs)
      .where('start_ms', '<', toMs)
      .execute();
    for (const sum of sums) addBins(found, sum.name, readSum(sum).start.bins);
  }
  const changes = await waitingChanges(database, filter, plan)
    .where('start_ms', 'is not', null)
    .select(['started_by', 'start_ms', 'sign'])
    .execute();
  for (const change of changes) addTime(found, change, Number(change.sign));
  return found;
}

/**
 * Reads the times of a list that is counted.
 * @param countedCount maximum number of times
 * @returns nothing if there are more: the sums are not filled yet, or far behind
 */
export async function readCountedFrames(
  database: Kysely<StoreTables>,
  selection: PlaybackSelection,
  countedCount: number,
): Promise<FirstFrames> {
  const rows = await framesIn(database, selection)
    .limit(countedCount + 1)
    .execute();
  const found = startFrames();
  if (rows.length > countedCount) return found;
  for (const row of rows) addTime(found, row);
  return found;
}

/** Adds the times of one or more stores: medians at most 1 % off, without groups of none. */
export function addFirstFrames(parts: readonly FirstFrames[]): DashboardReport['firstFrames'] {
  const found = startFrames();
  for (const part of parts) for (const [name, bins] of part) addBins(found, name, bins);
  return [...found].flatMap(([startedBy, bins]) => {
    const count = countOf(bins);
    const [median, p75, p95] = [0.5, 0.75, 0.95].map((q) => quantileOf(bins, q));
    return count === 0 || median == null || p75 == null || p95 == null
      ? []
      : [{ startedBy, count, median, p75, p95 }];
  });
}

const startFrames = () => new Map<string, Bins>(starters.map((name) => [name, new Map()]));

const framesIn = (database: Kysely<StoreTables>, selection: PlaybackSelection) =>
  selectPlaybacks(database, selection)
    .where('start_ms', 'is not', null)
    .select(['started_by', 'start_ms']);

function addTime(
  found: Map<string, Bins>,
  { started_by, start_ms }: { started_by: string; start_ms: number | null },
  sign = 1,
): void {
  const bins = found.get(started_by);
  if (bins !== undefined && start_ms !== null) addToBin(bins, binOf(start_ms), sign);
}

function addBins(found: Map<string, Bins>, name: string, more: Bins): void {
  const bins = found.get(name);
  if (bins !== undefined) for (const [bin, count] of more) addToBin(bins, bin, count);
}
