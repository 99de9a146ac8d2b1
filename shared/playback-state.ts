/** Playback states as the YouTube IFrame API numbers them; the host wire speaks these. */
export const playbackState = {
  unstarted: -1,
  ended: 0,
  playing: 1,
  paused: 2,
  buffering: 3,
  cued: 5,
} as const;
export type PlaybackState = (typeof playbackState)[keyof typeof playbackState];
