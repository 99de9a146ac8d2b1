/** Live streams */
export const liveStreamLimits = {
  /** design: how far back a viewer can seek. */
  windowMs: 60_000,
  /** RFC 8216 6.2.2: clients need three target durations, even with long segments. */
  segmentsMinCount: 3,
  /** design: with a shorter loop, every request would compute a window of thousands of segments. */
  loopMinMs: 1_000,
  /** design: average length of segments, for the same reason. */
  segmentMinMs: 100,
  /** design: with shorter parts, requests would outweigh media. */
  partMinSec: 0.1,
  /**
   * design: an EXTINF is rounded, so a part must start at least this long before its segment’s end.
   */
  partRoundingSec: 0.05,
  /** design: a larger header of a fragment or of tracks is invalid. */
  headerMaxBytes: 4_000_000,
  /** RFC 8216bis 6.2.5.2: segments after the last one that a client may wait for. */
  aheadSegmentsCount: 2,
  /**
   * RFC 8216bis: the Advance Part Limit: for parts shorter than a second, parts that fill this
   * number of seconds; for longer ones, this number of parts.
   */
  aheadPartsCount: 3,
  /**
   * RFC 8216bis 6.2.5.2: after this many target durations, the server must answer with an error.
   */
  holdTargetsCount: 3,
  /**
   * RFC 8216bis 4.4.4.9: parts of segments older than this many target durations are not listed.
   */
  listedTargetsCount: 3,
  /** RFC 8216bis 4.4.3.8: the distance of players from the end, in part targets. */
  holdBackPartsCount: 3,
  /**
   * design: a request for the next part of a stream that another program writes is answered with
   * the unchanged playlist after this many target durations, when players count it as paused too.
   */
  lateTargetsCount: 2,
  /** design: a playlist's longer target duration holds no request longer than this. */
  targetMaxSec: 30,
  /** design: interval of looks at a playlist for whose next version requests wait. */
  lookEveryMs: 50,
  /**
   * design: wait when all places for held requests are taken; with every part, some are answered.
   */
  retryMs: 1_000,
} as const;
