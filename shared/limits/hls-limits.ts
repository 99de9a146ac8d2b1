/** hls.js */
export const hlsLimits = {
  /**
   * design: retries of a request by hls.js itself, in case of a short failure. Later retries, with
   * back-off and jitter, are the same for all engines.
   */
  retryCount: 1,
  /** design: wait before that retry. */
  retryMs: 500,
  /**
   * design: how far ahead to fetch; low, because after a long pause minutes of unwatched video
   * should not have been fetched.
   */
  goalSec: 20,
  /** design: the same at most, where the quality's bitrate leaves room. */
  goalMaxSec: 60,
  /** design: watched media that stays in memory. */
  backSec: 30,
  /**
   * RFC 8216 6.2.2: a live playlist gets its next segment within 1.5 target durations; after this
   * many its sender counts as paused.
   */
  lateTargetsCount: 2,
  /** design: a seek ends at least this far past a discontinuity. */
  discontinuitySec: 0.1,
  /** design: media ahead with which a browser plays in any case. */
  playableSec: 1,
  /** design: recoveries tried after fatal media errors, before the viewer is notified. */
  recoveryCount: 2,
} as const;
