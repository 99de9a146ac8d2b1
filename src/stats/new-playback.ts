import type { PlayerState } from '../player/player-state.ts';
import { hasEnded } from './playback-phase.ts';

/**
 * Whether another playback begins here: with each load of a video, also of the same one, and with whatever comes after an
 * end. The steps of one load (asked for, known, its list known before its video) are one.
 */
export function isNewPlayback(state: PlayerState, previous: PlayerState): boolean {
  return (
    (state.videoId !== previous.videoId && previous.videoId !== '') ||
    // Loading, and stopping, take the picture away.
    (previous.hasFirstFrame && !state.hasFirstFrame) ||
    (previous.error !== null && state.error === null) ||
    (hasEnded(previous) && !hasEnded(state))
  );
}
