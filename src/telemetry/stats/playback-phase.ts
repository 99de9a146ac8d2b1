import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerState } from '../../player/state/player-state.ts';

type Phase = Pick<PlayerState, 'playback'>;

export function isPlaying({ playback }: Phase): boolean {
  return playback === playbackState.playing;
}

/** Playing, or buffering while playing. */
export function isUnderWay({ playback }: Phase): boolean {
  return playback === playbackState.playing || playback === playbackState.buffering;
}

export function hasEnded({ playback }: Phase): boolean {
  return playback === playbackState.ended;
}
