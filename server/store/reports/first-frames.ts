import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { latestPart } from './latest-part.ts';
import { valuesOf } from './playback-columns.ts';
import type { DashboardReport, ReportFilter } from './report-figures.ts';
import type { CountingLimits } from './report-limits.ts';
import type { FiguresPart, FirstFrames } from './report-parts.ts';
import type { SummedColumns } from './report-tables.ts';
import { type PlaybackSelection, selectPlaybacks } from './select-playbacks.ts';
import { storedKindOf } from './stored-kind.ts';
import { waitingChanges } from './sums/read-sums.ts';
import { readSum } from './sums/sum-text.ts';
import { planSums, type SumsPlan } from './sums/sums-plan.ts';
import { addToBin, type Bins, binOf, countOf, quantileOf } from './sums/value-bins.ts';

const starters = valuesOf.started_by;

/**
 * Reads the times of a filter, in which its own starter does not apply: as in the list of starters,
 * so that a user can compare them.
 * @param figures of the filter
 * @param floorMs the time is cut at this moment if it would be cut; `null`: where it has to be
 */
export async function readFirstFrames(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  {
    figures,
    floorMs,
    counting,
  }: { figures: FiguresPart; floorMs: number | null; counting: CountingLimits },
): Promise<FirstFrames> {
  if (filter.startedBy === null && figures.playbacks !== undefined)
    return framesOf(figures.playbacks);
  const others = { ...filter, startedBy: null };
  const { countedCount } = counting;
  if (storedKindOf(others) === 'all') {
    const plan = await planSums(database, others, { kind: 'started_by', counting });
    return plan === null
      ? readCountedFrames(database, others, countedCount)
      : readSummedFrames(database, others, plan);
  }
  const { filter: counted } = await latestPart(database, others, { floorMs, countedCount });
  return readCountedFrames(database, counted, countedCount);
}

async function readSummedFrames(
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

/** @returns nothing if there are more than `countedCount`, because the sums are far behind */
async function readCountedFrames(
  database: Kysely<StoreTables>,
  selection: PlaybackSelection,
  countedCount: number,
): Promise<FirstFrames> {
  const rows = await framesIn(database, selection)
    .limit(countedCount + 1)
    .execute();
  return framesOf(rows.length > countedCount ? [] : rows);
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

function framesOf(playbacks: readonly Started[]): FirstFrames {
  const found = startFrames();
  for (const playback of playbacks) addTime(found, playback);
  return found;
}

type Started = Pick<SummedColumns, 'started_by' | 'start_ms'>;

const startFrames = () => new Map<string, Bins>(starters.map((name) => [name, new Map()]));

const framesIn = (database: Kysely<StoreTables>, selection: PlaybackSelection) =>
  selectPlaybacks(database, selection)
    .where('start_ms', 'is not', null)
    .select(['started_by', 'start_ms']);

function addTime(found: Map<string, Bins>, { started_by, start_ms }: Started, sign = 1): void {
  const bins = found.get(started_by);
  if (bins !== undefined && start_ms !== null) addToBin(bins, binOf(start_ms), sign);
}

function addBins(found: Map<string, Bins>, name: string, more: Bins): void {
  const bins = found.get(name);
  if (bins !== undefined) for (const [bin, count] of more) addToBin(bins, bin, count);
}
