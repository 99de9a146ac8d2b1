import type { PlayerState } from './player-state.ts';

/** A player lives some seconds behind the newest segment; farther behind than this is not live any more. */
const edgeSec = 12;
/** As far behind the end as players start: nearer they would wait for every segment. */
const startBehindSec = 6;

export function isAtLiveEdge({ isLive, seekable, currentTime }: PlayerState): boolean {
  return isLive && (seekable === null || seekable.end - currentTime < edgeSec);
}

/** @returns seconds behind the newest that can be watched; `null` unless live, and before that is known */
export function liveLatencySec({ isLive, seekable, currentTime }: PlayerState): number | null {
  return isLive && seekable !== null ? Math.max(0, seekable.end - currentTime) : null;
}

/** @returns where to seek to, in seconds, to be live again */
export function liveEdgeTime({ seekable, duration }: PlayerState): number {
  return Math.max(seekable?.start ?? 0, (seekable?.end ?? duration) - startBehindSec);
}
