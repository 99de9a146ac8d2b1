import { experimentLimits } from './experiment-limits.ts';

/** A value of an arm, and how exactly it is known. */
export interface Estimate {
  value: number;
  /** Standard error of its natural logarithm. */
  logError: number;
}

/** The error of a quantile is measured with this confidence: 95 %. */
const { shownNormal } = experimentLimits;

/**
 * Quantile by nearest rank. Its error comes from the ranks between which it lies with 95 %
 * confidence (Woodruff, 1952), so that no shape of the distribution is assumed.
 * @param sorted values of 0 or more, in ascending order
 * @param q above 0, below 1
 * @returns `null` if there are too few values, or if they are 0 at the lower rank
 */
export function estimateQuantile(sorted: readonly number[], q: number): Estimate | null {
  const count = sorted.length;
  const half = shownNormal * Math.sqrt(count * q * (1 - q));
  const value = sorted[Math.ceil(q * count) - 1];
  const low = sorted[Math.floor(q * count - half) - 1];
  const high = sorted[Math.ceil(q * count + half)];
  if (value === undefined || low === undefined || high === undefined || low <= 0) return null;
  return { value, logError: Math.log(high / low) / (2 * shownNormal) };
}

/**
 * Share of a group, with half a case more, so that an arm without a case can be compared
 * (Haldane, 1940; Katz and others, 1978).
 * @param count members of the group, 0 to `all`
 */
export function estimateShare(count: number, all: number): Estimate | null {
  if (all === 0) return null;
  const value = (count + 0.5) / (all + 0.5);
  return { value, logError: Math.sqrt(1 / (count + 0.5) - 1 / (all + 0.5)) };
}

/**
 * Playbacks for each part of the embeds, with half a playback more, as for shares.
 * @param weight the part of all embeds that could have them
 */
export function estimateCount(count: number, weight: number): Estimate | null {
  if (weight === 0) return null;
  return { value: (count + 0.5) / weight, logError: Math.sqrt(1 / (count + 0.5)) };
}

/** A change in percent of the control's value, and between which it lies. */
export interface Change {
  percent: number;
  low: number;
  high: number;
}

/** @param normal normal quantile of the confidence: 1.96 for 95 % */
export function changeOf(control: Estimate, treatment: Estimate, normal: number): Change {
  const log = Math.log(treatment.value / control.value);
  const half = normal * Math.hypot(control.logError, treatment.logError);
  return { percent: percentOf(log), low: percentOf(log - half), high: percentOf(log + half) };
}

const percentOf = (log: number) => 100 * (Math.exp(log) - 1);
