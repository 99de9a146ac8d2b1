/** Why a video cannot be played, as numbered on the wire. */
export const PlayerError = {
  InvalidParam: 2,
  Html5Error: 5,
  VideoNotFound: 100,
  EmbeddingNotAllowed: 101,
  EmbeddingNotAllowed2: 150,
  Blocked: 151,
  EmbedderDenied: 152,
  NoReferrer: 153,
} as const;
export type PlayerError = (typeof PlayerError)[keyof typeof PlayerError];
