import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import type { CountingLimits } from '../report-limits.ts';
import type { SummedColumns } from '../report-tables.ts';
import { type PlaybackSelection, selectFollowing } from '../select-playbacks.ts';
import { addPlayback, addSum, emptySum, type PlaybackSum } from './playback-sum.ts';
import { summedColumns } from './playbacks-in.ts';
import { startOf } from './sum-periods.ts';

/** Sums by the start of their step in a report's charts, in Unix milliseconds. */
export type StepSums = Map<number, PlaybackSum>;

/** How playbacks are added up: by steps of this length, this number at a time. */
export type StepLimits = { stepMs: number } & Pick<CountingLimits, 'addedCount'>;

/** @returns the sum of the step that contains a moment; an empty one is added */
export function stepAt(steps: StepSums, timeMs: number, stepMs: number): PlaybackSum {
  const start = startOf(timeMs, stepMs);
  const sum = steps.get(start) ?? emptySum();
  steps.set(start, sum);
  return sum;
}

export function addEach(
  steps: StepSums,
  playbacks: readonly SummedColumns[],
  stepMs: number,
  sign?: 1 | -1,
): void {
  for (const playback of playbacks)
    addPlayback(stepAt(steps, playback.received_ms, stepMs), playback, sign);
}

/** Adds `more` to `steps`. Both have steps of the same length. */
export function addSteps(steps: StepSums, more: StepSums): void {
  for (const [atMs, sum] of more) {
    const known = steps.get(atMs) ?? emptySum();
    addSum(known, sum);
    steps.set(atMs, known);
  }
}

/**
 * Adds up all playbacks of a filter, a limited number at a time: while the stored sums are not
 * filled yet, or far behind.
 */
export async function sumEach(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  { stepMs, addedCount }: StepLimits,
): Promise<StepSums> {
  const steps: StepSums = new Map();
  let last = { receivedMs: filter.fromMs, row: 0 };
  for (;;) {
    const playbacks = await selectFollowing(database, filter, last)
      .select(['row', ...summedColumns])
      .limit(addedCount)
      .execute();
    addEach(steps, playbacks, stepMs);
    const next = playbacks.at(-1);
    if (next === undefined || playbacks.length < addedCount) return steps;
    last = { receivedMs: Number(next.received_ms), row: Number(next.row) };
  }
}
