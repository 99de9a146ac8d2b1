import { resumeLimits } from '../../shared/later-limits.ts';
import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerState } from '../player/player-state.ts';

/** @returns where the viewer would want to go on, in seconds; `null`: they would begin again; `undefined`: nobody can say */
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

/** Whether the viewer is still at the beginning: later nobody moves them, and whoever has sought knows where they want to be. */
export function mayBeMoved({ error, isLive, playback, currentTime }: PlayerState): boolean {
  return (
    error === null &&
    !isLive &&
    playback !== playbackState.ended &&
    currentTime < resumeLimits.graceSec
  );
}

/** Whether the player shows that the video was resumed: from there on for a while. */
export function isJustResumed({ currentTime, resumedAt }: PlayerState): boolean {
  if (resumedAt === null) return false;
  const since = currentTime - resumedAt;
  // Media may begin a little before the second that was asked for.
  return since > -1 && since < resumeLimits.toldSec;
}
