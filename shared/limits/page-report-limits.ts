/** Reports of the page to its services */
export const pageReportLimits = {
  /** design: a short text: an engine, the name of an error or a moment. */
  textMaxChars: 100,
  /** design: a playback's id. */
  cpnMaxChars: 64,
  /** design: a video's id. */
  videoIdMaxChars: 200,
  /** design: the address of the operator's collector. */
  collectorMaxChars: 2_000,
  /** design: the page's cookies. */
  cookiesMaxChars: 100_000,
  /** design: height of a quality, in pixels. */
  qualityHeightMax: 20_000,
  /** design: line of a script in an error report. */
  lineMax: 1_000_000_000,
} as const;
