/** Touch */
export const touchLimits = {
  /** design: a tap that follows another on the same side within this time seeks back or forward. */
  doubleTapMs: 300,
  /** design: share of the picture's width for each side; the middle is for the play button. */
  sideShare: 0.4,
  /** design: seek step of each tap after the first. */
  seekSec: 10,
  /** design: how long the picture shows the distance that taps have seeked. */
  markMs: 600,
} as const;
