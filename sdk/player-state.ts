/** A player's state, as numbered on the wire. */
export const PlayerState = {
  UNSTARTED: -1,
  ENDED: 0,
  PLAYING: 1,
  PAUSED: 2,
  BUFFERING: 3,
  CUED: 5,
} as const;
export type PlayerState = (typeof PlayerState)[keyof typeof PlayerState];
