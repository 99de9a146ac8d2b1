/** Recovery from media failures */
export const recoveryLimits = {
  /**
   * design: while a video plays, how long a failing network is retried behind the spinner before
   * the viewer is notified.
   */
  patienceMs: 45_000,
  /** design: the same before the first frame, when there is nothing to lose yet. */
  startPatienceMs: 5_000,
  /**
   * design: maximum of the random wait before the first retry (full jitter), doubled for each
   * further retry.
   */
  backOffMs: 500,
  /** design: maximum wait before any retry. */
  backOffMaxMs: 8_000,
  /** design: maximum times that undecodable media is fetched again at the same place. */
  decodeCount: 2,
  /**
   * design: after a decoding failure, how far ahead to fetch, so that the viewer sees what precedes
   * the damage; RxPlayer resumes with 5 s or more.
   */
  carefulSec: 6,
  /** design: how long the shorter fetching after a decoding failure lasts. */
  carefulMs: 30_000,
  /** design: remaining damage is skipped: playback resumes this far past the buffered media. */
  skipSec: 4,
  /** design: maximum consecutive skips. */
  skipCount: 3,
  /** design: minimum interval between requests for fresh URLs. */
  refreshEveryMs: 10_000,
  /** design: maximum consecutive requests for fresh URLs. */
  refreshCount: 3,
  /** design: failures are consecutive until the video is this far from the last one. */
  healedSec: 6,
  /** design: how often to check whether a playing video moves. */
  checkEveryMs: 2_000,
  /** design: interval of that check while the video moved at the last one. */
  checkMovingMs: 4_000,
  /** design: a video that has not moved for this long, with media ahead, is nudged. */
  stalledMs: 4_000,
  /** design: the first nudge; each further one is a little longer. */
  nudgeSec: 0.1,
  /** design: nudges before the media is fetched again. */
  nudgeCount: 3,
  /** design: gaps in the media up to this length are skipped. */
  holeSec: 3,
  /** design: time-out for the first byte of an HLS request. */
  firstByteMs: 10_000,
  /** design: time-out for an HLS playlist. */
  playlistMs: 20_000,
  /** design: time-out for an HLS segment, long enough for a slow connection. */
  segmentMs: 120_000,
  /**
   * design: media that has not arrived for this long is fetched again: servers may accept a request
   * and never answer.
   */
  starvedMs: 15_000,
  /** design: a page hidden for this long fetches the lowest quality. */
  hiddenAfterMs: 10_000,
  /** design: how far ahead a hidden page fetches. */
  hiddenGoalSec: 10,
  /**
   * design: a video with more buffered media than this ahead of it is nudged; with less, playback
   * continues after the next gap.
   */
  nudgeRoomSec: 0.5,
} as const;

/** Heartbeat: asking whether a video may continue */
export const heartbeatLimits = {
  /** design: minimum interval that a reply may set; a shorter one is ignored. */
  everyMinSec: 1,
  /** design: maximum interval that a reply may set; a longer one is ignored. */
  everyMaxSec: 3_600,
  /** design: consecutive failed heartbeats before the video stops. */
  missedCount: 3,
} as const;
