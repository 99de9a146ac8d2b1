/** The first segment of a film, which plays before hls.js has loaded */
export const openingLimits = {
  /** design: renditions of a film; of further ones the smallest take part. */
  renditionsCount: 8,
  /** design: bytes of one segment; a longer one is left to hls.js. */
  segmentMaxBytes: 20_000_000,
  /**
   * design: bytes until the end of a segment’s first `moof`, which has about 10 kB for 10 s. A
   * segment with a larger one is left to hls.js.
   */
  beginningMaxBytes: 100_000,
  /**
   * design: the opening ends after this time, whatever has come, because a server may never finish
   * its answer. hls.js then fetches what is missing.
   */
  patienceMs: 10_000,
  /**
   * design: share of the line that the first rendition may take, so that its segments arrive
   * faster than they play.
   */
  lineShare: 0.5,
  /** design: cables stay below this round trip, mobile lines and distant servers do not. */
  slowRoundTripMs: 100,
  /**
   * design: bits a second that a line with a longer round trip is trusted with at first: those of a
   * slow 4G line.
   */
  slowLineBps: 1_600_000,
} as const;
