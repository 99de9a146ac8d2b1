import type { PlayerState } from '../../player/state/player-state.ts';
import { hasEnded } from './playback-phase.ts';

/**
 * Whether this change starts a new playback: each load of a video, even the same one, and a restart
 * after the end. The steps of one load count once: requested, known, or its playlist known before
 * the video.
 */
export function isNewPlayback(state: PlayerState, previous: PlayerState): boolean {
  return (
    (state.videoId !== previous.videoId && previous.videoId !== '') ||
    // Loading and stopping remove the picture.
    (previous.hasFirstFrame && !state.hasFirstFrame) ||
    (previous.error !== null && state.error === null) ||
    (hasEnded(previous) && !hasEnded(state))
  );
}
