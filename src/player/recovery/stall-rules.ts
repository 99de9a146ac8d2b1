import { recoveryLimits } from '../../../shared/recovery-limits.ts';
import type { TimeRange } from '../player-state.ts';
import { rangeAt } from '../range-at.ts';

/** What the element says when it is looked at, while it is to play. Seconds. Of one that moves nothing but the two times is read. */
export interface StallReading {
  nowMs: number;
  currentTime: number;
  buffered: readonly TimeRange[];
  /** It has what it needs, says so, and is not held by its engine. */
  isReady: boolean;
  isSeeking: boolean;
}

/** Since when it has stood still, and what was tried. */
export interface StallMemory {
  readonly sinceMs: number;
  readonly currentTime: number;
  /** `null` until it was found standing. */
  readonly bufferedSec: number | null;
  readonly nudges: number;
}

export type StallAction =
  | { type: 'none' }
  | { type: 'seek'; seconds: number }
  /** Nudges did not help. */
  | { type: 'stalled' }
  /** The media does not come. */
  | { type: 'starved' };

const none: StallAction = { type: 'none' };

/** Whether a video that is to play moves, and what helps if not. @param memory of the last look; `null` at the first */
export function nextStall(
  memory: StallMemory | null,
  now: StallReading,
): { memory: StallMemory; action: StallAction } {
  const { currentTime, nowMs } = now;
  const fresh: StallMemory = { sinceMs: nowMs, currentTime, bufferedSec: null, nudges: 0 };
  if (memory === null || memory.currentTime !== currentTime) return { memory: fresh, action: none };

  const { buffered, isReady, isSeeking } = now;
  const bufferedSec = buffered.reduce((sum, { start, end }) => sum + end - start, 0);
  const { stalledMs, nudgeCount, nudgeSec, starvedMs } = recoveryLimits;
  const stoodMs = nowMs - memory.sinceMs;
  const target = isSeeking ? null : wayOn(now, (memory.nudges + 1) * nudgeSec);
  if (target !== null) {
    if (stoodMs < stalledMs) return { memory, action: none };
    if (memory.nudges >= nudgeCount) return { memory: fresh, action: { type: 'stalled' } };
    // A nudge moves the time and is no progress: the next look begins from where it led.
    const nudged = { ...memory, sinceMs: nowMs, currentTime: target, nudges: memory.nudges + 1 };
    return { memory: nudged, action: { type: 'seek', seconds: target } };
  }
  // As long as media comes the engine is at work.
  if (isReady || (memory.bufferedSec !== null && bufferedSec !== memory.bufferedSec))
    return { memory: { ...memory, sinceMs: nowMs, bufferedSec }, action: none };
  return stoodMs < starvedMs
    ? { memory: { ...memory, bufferedSec }, action: none }
    : { memory: fresh, action: { type: 'starved' } };
}

/** @returns where the video may go on: a little ahead in the media that is there, or behind a hole; `null` without media ahead */
function wayOn({ currentTime, buffered, isReady }: StallReading, nudgeSec: number): number | null {
  const here = rangeAt(buffered, currentTime);
  if (here !== undefined && here.end - currentTime > recoveryLimits.nudgeSec * 5)
    return isReady ? currentTime + nudgeSec : null;
  const edge = here?.end ?? currentTime;
  const next = buffered.find(
    ({ start }) => start > currentTime && start - edge <= recoveryLimits.holeSec,
  );
  return next === undefined ? null : next.start + recoveryLimits.nudgeSec;
}
