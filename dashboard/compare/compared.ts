import { type Change, type ChangeRule, changeOf } from './change.ts';

/** A figure, and the same of the time that it is compared with; `null` without a value. */
export interface Compared extends ChangeRule {
  /** Whether both times have enough for a difference; else only both values are shown. */
  isComparable: boolean;
  present: number | null;
  before: number | null;
  format(value: number | null): string;
}

/** Fewer playbacks, in one of two times, differ by chance. */
export const comparableCount = 20;

export const areComparable = (one: number, other: number) =>
  Math.min(one, other) >= comparableCount;

/** @returns such as `1.2 s before: +8 %, worse`; `null` without anything to compare with */
export function describeCompared({
  isComparable,
  present,
  before,
  format,
  ...rule
}: Compared): Change | null {
  if (before === null) return null;
  const change = isComparable ? changeOf(present, before, rule) : null;
  const known = `${format(before)} before`;
  return change === null
    ? { text: known, isWorse: false }
    : { text: `${known}: ${change.text}`, isWorse: change.isWorse };
}

/** @returns in percent; `null` if there is no whole */
export const shareOf = (part: number, of: number): number | null =>
  of === 0 ? null : (part / of) * 100;
