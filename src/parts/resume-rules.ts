import { resumeLimits } from '../../shared/limits/resume-limits.ts';
import { playbackState } from '../../shared/player/playback-state.ts';
import type { PlayerState } from '../player/state/player-state.ts';

/**
 * @returns where to resume, in seconds; `null`: start again from the beginning; `undefined`:
 *   unknown
 */
export function placeOf({
  isLive,
  duration,
  currentTime,
  playback,
}: PlayerState): number | null | undefined {
  if (isLive || duration <= 0) return undefined;
  const isOver =
    playback === playbackState.ended || currentTime > duration * (1 - resumeLimits.endShare);
  return isOver || currentTime < resumeLimits.fromSec ? null : Math.floor(currentTime);
}

/**
 * Whether the viewer may be moved to the resume position: only near the beginning. After that, or
 * after a seek, the viewer's position stays.
 */
export function canBeMoved({ error, isLive, playback, currentTime }: PlayerState): boolean {
  return (
    error === null &&
    !isLive &&
    playback !== playbackState.ended &&
    currentTime < resumeLimits.graceSec
  );
}

/** Whether to show that the video was resumed: for some seconds after the resume position. */
export function isJustResumed({ currentTime, resumedAt }: PlayerState): boolean {
  if (resumedAt === null) return false;
  const since = currentTime - resumedAt;
  // Media may start a little before the requested second.
  return since > -1 && since < resumeLimits.noticeSec;
}
