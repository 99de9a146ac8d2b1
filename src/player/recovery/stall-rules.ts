import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import { rangeAt } from '../../parts/range-at.ts';
import type { TimeRange } from '../state/player-state.ts';

/** The element's state while it should play. Seconds. If it moves, only the two times are read. */
export interface StallReading {
  nowMs: number;
  currentTime: number;
  buffered: readonly TimeRange[];
  /** The element has enough data, reports so, and its engine is not holding it. */
  isReady: boolean;
  isSeeking: boolean;
}

/** Since when the video has stood still, and the attempts so far. */
export interface StallMemory {
  readonly sinceMs: number;
  readonly currentTime: number;
  /** Media up to the next gap; `null` until it is first seen standing still. */
  readonly bufferedSec: number | null;
  readonly nudges: number;
}

export type StallAction =
  | { type: 'none' }
  | { type: 'seek'; seconds: number }
  /** Nudges did not help. */
  | { type: 'stalled' }
  /** No media arrives. */
  | { type: 'starved' };

const none: StallAction = { type: 'none' };

/**
 * Checks whether a video that should play moves, and what to do if not. @param memory from the last
 * check; `null` at the first
 */
export function nextStall(
  memory: StallMemory | null,
  now: StallReading,
): { memory: StallMemory; action: StallAction } {
  const { currentTime, nowMs } = now;
  const fresh: StallMemory = { sinceMs: nowMs, currentTime, bufferedSec: null, nudges: 0 };
  if (memory === null || memory.currentTime !== currentTime) return { memory: fresh, action: none };

  const { isReady, isSeeking } = now;
  const bufferedSec = upToGap(now).reduce((sum, { start, end }) => sum + end - start, 0);
  const stoodMs = nowMs - memory.sinceMs;
  const target = isSeeking ? null : wayOn(now, (memory.nudges + 1) * recoveryLimits.nudgeSec);
  if (target !== null) {
    if (stoodMs < recoveryLimits.stalledMs) return { memory, action: none };
    if (memory.nudges >= recoveryLimits.nudgeCount)
      return { memory: fresh, action: { type: 'stalled' } };
    // A nudge changes the time but is no progress, so the next check starts from the nudged time.
    const nudged = { ...memory, sinceMs: nowMs, currentTime: target, nudges: memory.nudges + 1 };
    return { memory: nudged, action: { type: 'seek', seconds: target } };
  }
  // While media arrives, the engine is working.
  if (isReady || (memory.bufferedSec !== null && bufferedSec !== memory.bufferedSec))
    return { memory: { ...memory, sinceMs: nowMs, bufferedSec }, action: none };
  return stoodMs < recoveryLimits.starvedMs
    ? { memory: { ...memory, bufferedSec }, action: none }
    : { memory: fresh, action: { type: 'starved' } };
}

/**
 * A live stream whose media was late goes on past the gap, and what arrives there does not fill it:
 * RxPlayer may then hold the picture before the gap for ever.
 */
function upToGap({ buffered, currentTime }: StallReading): readonly TimeRange[] {
  return buffered.filter(({ start }) => start <= currentTime);
}

/**
 * @returns where the video can continue: slightly ahead in buffered media, or after a gap; `null`
 *   without media ahead
 */
function wayOn({ currentTime, buffered, isReady }: StallReading, nudgeSec: number): number | null {
  const here = rangeAt(buffered, currentTime);
  if (here !== undefined && here.end - currentTime > recoveryLimits.nudgeRoomSec)
    return isReady ? currentTime + nudgeSec : null;
  const edge = here?.end ?? currentTime;
  const next = buffered.find(
    ({ start }) => start > currentTime && start - edge <= recoveryLimits.holeSec,
  );
  return next === undefined ? null : next.start + recoveryLimits.nudgeSec;
}
