import { controlsLimits } from '../../../shared/later-limits.ts';

/** One of a row of taps on the same side of the picture. */
export interface Tap {
  timeMs: number;
  /** Seconds that the second tap of a row, and each after it, goes on by; 0 in the middle. */
  seekBySec: number;
  /** In this row. */
  count: number;
  /** How long to wait for the next of the row. */
  waitMs: number;
}

/** The sides are so much of the width each; the middle is for the play button. */
const sideShare = 0.4;
const stepSec = 10;

/**
 * @param last the tap before
 * @param at when, and where on the picture's width: 0 to 1 from the left, because the time line runs that way in every language
 */
export function nextTap(
  last: Tap | null,
  { timeMs, share }: { timeMs: number; share: number },
): Tap {
  const waitMs = controlsLimits.doubleTapMs;
  const seekBySec = share < sideShare ? -stepSec : share > 1 - sideShare ? stepSec : 0;
  const isSameRow = last !== null && last.seekBySec === seekBySec && timeMs - last.timeMs <= waitMs;
  return { timeMs, seekBySec, count: isSameRow ? last.count + 1 : 1, waitMs };
}
