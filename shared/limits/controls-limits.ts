/** The controls, and what the page does once it is idle */
export const controlsLimits = {
  /** design: the controls hide this long after the last activity while playing. */
  hideMs: 3_000,
  /** §4: after this time a new video that has not loaded no longer counts as navigation. */
  navigationResetMs: 5_000,
  /** design: the seek bar shows no separate chapter narrower than this share of its width. */
  chapterMinShare: 0.01,
  /** design: with more chapters than this the seek bar would look like a dotted line; no gaps. */
  chapterGapsCount: 60,
  /** design: below this volume the icon has one wave; in percent. */
  loudVolume: 50,
} as const;
