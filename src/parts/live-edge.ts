import { liveLimits } from '../../shared/limits/live-limits.ts';
import type { PlayerState } from '../player/state/player-state.ts';

export function isAtLiveEdge(state: PlayerState): boolean {
  const { isLive, seekable, currentTime } = state;
  return (
    isLive &&
    (seekable === null || seekable.end - currentTime < holdBackSec(state) + liveLimits.lagMaxSec)
  );
}

/** @returns seconds behind the newest watchable moment; `null` if unknown or not live */
export function liveLatencySec({ isLive, seekable, currentTime }: PlayerState): number | null {
  return isLive && seekable !== null ? Math.max(0, seekable.end - currentTime) : null;
}

/** @returns the seek target, in seconds, to be live again */
export function liveEdgeTime(state: PlayerState): number {
  const { seekable, duration } = state;
  return Math.max(seekable?.start ?? 0, (seekable?.end ?? duration) - holdBackSec(state));
}

function holdBackSec({ response }: PlayerState): number {
  return response?.videoDetails.holdBackSec ?? liveLimits.startBehindSec;
}
