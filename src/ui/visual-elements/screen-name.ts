import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerState } from '../../player/state/player-state.ts';

/**
 * The frame as its viewer sees it: the poster with its play button, the player, the end, or an
 * error.
 */
export type ScreenName = 'start' | 'player' | 'ended' | 'error';

export function screenName({ playback, error, isPlayRequested }: PlayerState): ScreenName {
  if (error !== null) return 'error';
  if (playback === playbackState.ended) return 'ended';
  const isWaiting = playback === playbackState.unstarted || playback === playbackState.cued;
  return isWaiting && !isPlayRequested ? 'start' : 'player';
}
