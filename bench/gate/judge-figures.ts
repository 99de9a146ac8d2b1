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
