import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerState } from '../player/player-state.ts';

type Phase = Pick<PlayerState, 'playback'>;

export function isPlaying({ playback }: Phase): boolean {
  return playback === playbackState.playing;
}

/** Playing, or waiting for data to go on with. */
export function isUnderWay({ playback }: Phase): boolean {
  return playback === playbackState.playing || playback === playbackState.buffering;
}

export function hasEnded({ playback }: Phase): boolean {
  return playback === playbackState.ended;
}
