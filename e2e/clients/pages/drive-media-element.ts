import type { Driver } from '../support/driver.ts';

export interface MediaElementLike {
  play(): unknown;
  pause(): unknown;
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  playbackRate: number;
}

/** For clients that expose the player as a media element. */
export function driveMediaElement(current: () => MediaElementLike) {
  return {
    play: () => void current().play(),
    pause: () => void current().pause(),
    time: () => current().currentTime,
    duration: () => current().duration,
    seek: (seconds) => {
      current().currentTime = seconds;
    },
    isPaused: () => current().paused,
    setVolume: (volume) => {
      current().volume = volume / 100;
    },
    volume: () => Math.round(current().volume * 100),
    mute: () => {
      current().muted = true;
    },
    unmute: () => {
      current().muted = false;
    },
    isMuted: () => current().muted,
    setRate: (rate) => {
      current().playbackRate = rate;
    },
    rate: () => current().playbackRate,
  } satisfies Driver;
}
