import type { PlayerState } from './player-state.ts';

/** As far behind the end as players start: nearer they would wait for every segment. A stream with low latency says how far. */
const startBehindSec = 6;
/** A player may fall behind where it started; by more than this it is not live any more. */
const lagMaxSec = 6;

export function isAtLiveEdge(state: PlayerState): boolean {
  const { isLive, seekable, currentTime } = state;
  return (
    isLive && (seekable === null || seekable.end - currentTime < holdBackSec(state) + lagMaxSec)
  );
}

/** @returns seconds behind the newest that can be watched; `null` unless live, and before that is known */
export function liveLatencySec({ isLive, seekable, currentTime }: PlayerState): number | null {
  return isLive && seekable !== null ? Math.max(0, seekable.end - currentTime) : null;
}

/** @returns where to seek to, in seconds, to be live again */
export function liveEdgeTime(state: PlayerState): number {
  const { seekable, duration } = state;
  return Math.max(seekable?.start ?? 0, (seekable?.end ?? duration) - holdBackSec(state));
}

function holdBackSec({ response }: PlayerState): number {
  return response?.videoDetails.holdBackSec ?? startBehindSec;
}
