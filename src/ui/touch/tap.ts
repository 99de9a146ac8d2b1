import { touchLimits } from '../../../shared/limits/touch-limits.ts';

/** One of consecutive taps on the same side of the picture. */
export interface Tap {
  timeMs: number;
  /** Seconds that the second tap and each one after it seeks by; 0 in the middle. */
  seekBySec: number;
  /** Number of the tap on this side, from 1. */
  count: number;
  /** Wait for the next tap on this side. */
  waitMs: number;
}

/**
 * @param last the previous tap
 * @param at time, and position on the picture's width: 0 to 1 from the left, because the time line
 * runs left to right in every language
 */
export function nextTap(
  last: Tap | null,
  { timeMs, share }: { timeMs: number; share: number },
): Tap {
  const seekBySec =
    share < touchLimits.sideShare
      ? -touchLimits.seekSec
      : share > 1 - touchLimits.sideShare
        ? touchLimits.seekSec
        : 0;
  const isSameRow =
    last !== null &&
    last.seekBySec === seekBySec &&
    timeMs - last.timeMs <= touchLimits.doubleTapMs;
  return {
    timeMs,
    seekBySec,
    count: isSameRow ? last.count + 1 : 1,
    waitMs: touchLimits.doubleTapMs,
  };
}
