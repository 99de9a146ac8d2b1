import { playbackState } from '../../../shared/playback-state.ts';
import type { PlayerState } from '../../player/player-state.ts';

/** What the frame is to its viewer: the poster with its play button, the player, its end, or why nothing plays. */
export type ScreenName = 'start' | 'player' | 'ended' | 'error';

export function screenName({ playback, error, isPlayRequested }: PlayerState): ScreenName {
  if (error !== null) return 'error';
  if (playback === playbackState.ended) return 'ended';
  const isWaiting = playback === playbackState.unstarted || playback === playbackState.cued;
  return isWaiting && !isPlayRequested ? 'start' : 'player';
}
