import { DDSketch } from '@datadog/sketches-js';
import { reportLimits } from '../report-limits.ts';

/**
 * Counts of values by bin. A bin holds values that differ by little, so a quantile of the bins is
 * at most `quantileErrorPercent` from the exact one. Bins of several sets can be added (DDSketch,
 * Masson, Rim and Lee, 2019).
 */
export type Bins = Map<number, number>;

const { mapping } = new DDSketch({ relativeAccuracy: reportLimits.quantileErrorPercent / 100 });

/** The bin of zero, and of values too small for a bin of their own. */
const zeroBin = mapping.key(mapping.minPossible) - 1;

/** @param value 0 or more */
export function binOf(value: number): number {
  return value > mapping.minPossible ? mapping.key(value) : zeroBin;
}

/** Adds a number of values to a bin; a negative one takes them away. */
export function addToBin(bins: Bins, bin: number, count: number): void {
  const sum = (bins.get(bin) ?? 0) + count;
  if (sum === 0) bins.delete(bin);
  else bins.set(bin, sum);
}

/** @returns how many values the bins hold */
export function countOf(bins: Bins): number {
  return [...bins.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Quantile by nearest rank, as in `shared/tools/quantile.ts`.
 * @returns `null` without values
 */
export function quantileOf(bins: Bins, q: number): number | null {
  const rank = Math.ceil(q * countOf(bins));
  let below = 0;
  for (const [bin, count] of [...bins].sort(([one], [other]) => one - other)) {
    below += count;
    if (below >= rank) return bin === zeroBin ? 0 : mapping.value(bin);
  }
  return null;
}
