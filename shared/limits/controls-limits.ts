/** The controls, and what the page does once it is idle */
export const controlsLimits = {
  /** design: the controls hide this long after the last activity while playing. */
  hideMs: 3_000,
  /** design: a tap that follows another on the same side within this time seeks back or forward. */
  doubleTapMs: 300,
  /** §4: after this time a new video that has not loaded no longer counts as navigation. */
  navigationResetMs: 5_000,
} as const;
