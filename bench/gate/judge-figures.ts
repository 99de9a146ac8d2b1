import { type Spread, spreadOf } from '../support/spread.ts';

export interface Judgement {
  recorded: Spread;
  now: Spread;
  verdict: 'same' | 'worse' | 'better';
}

/**
 * Compares the rounds of a figure with the recorded ones. It got worse if its median rose by more
 * than the noise above the medians, and better if it fell by more than that below them.
 * @param recorded,now at least one each
 * @param leastShare the noise of a figure that never varies, as a share of it
 */
export function judgeFigures(
  recorded: readonly number[],
  now: readonly number[],
  leastShare: number,
): Judgement {
  const [before, after] = [spreadOf(recorded), spreadOf(now)];
  const spreads = [before, after];
  const least = leastShare * before.median;
  const above = noiseShare * Math.max(...spreads.map(({ max, median }) => max - median));
  const below = noiseShare * Math.max(...spreads.map(({ min, median }) => median - min));
  const rise = after.median - before.median;
  const verdict =
    rise > Math.max(least, above) ? 'worse' : rise < -Math.max(least, below) ? 'better' : 'same';
  return { recorded: before, now: after, verdict };
}

/**
 * The medians of nine recorded and five new rounds that scatter normally differ by more than this
 * share of the distance to the farthest round in one of 250 comparisons.
 */
const noiseShare = 1.5;

/**
 * Compares the lowest of many rounds with the recorded ones. For processor times of single tasks:
 * whatever else happens only makes a task longer, so rounds scatter upwards, and farther than a new
 * task would move their median. Every round of a new task is at least as long as that task.
 *
 * It got worse if even the lowest round is above the recorded median: without a change, ten rounds
 * are in one of a thousand comparisons. It got better if its median is below all recorded rounds.
 * @param recorded,now at least one each
 */
export function judgeLowest(recorded: readonly number[], now: readonly number[]): Judgement {
  const [before, after] = [spreadOf(recorded), spreadOf(now)];
  const verdict =
    after.min > before.median ? 'worse' : after.median < before.min ? 'better' : 'same';
  return { recorded: before, now: after, verdict };
}
