/** Playback states, numbered as in the YouTube IFrame API and on the host wire. */
export const playbackState = {
  unstarted: -1,
  ended: 0,
  playing: 1,
  paused: 2,
  buffering: 3,
  cued: 5,
} as const;
export type PlaybackState = (typeof playbackState)[keyof typeof playbackState];
