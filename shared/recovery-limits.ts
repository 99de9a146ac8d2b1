/**
 * The numbers by which a player gets over failures of its media, is modest where nobody looks, and asks whether a video may go on. In a
 * file of their own: of the page only the script that comes when a video plays uses them.
 */

/** Getting over failures of the media */
export const recoveryLimits = {
  /** design: while a video plays, so long a network that fails is tried again behind the spinner before the viewer is told … */
  patienceMs: 45_000,
  /** design: … and so long before its first picture, when there is nothing yet to lose. */
  startPatienceMs: 5_000,
  /** design: the wait before the first retry is anything up to this (full jitter), up to twice as much before each further one … */
  backOffMs: 500,
  /** design: … but never more than this. */
  backOffMaxMs: 8_000,
  /** design: times that media which cannot be decoded is fetched anew at the same place. */
  decodeCount: 2,
  /** design: … fetching only so far ahead, so that the viewer sees what comes before the damage; RxPlayer goes on with 5 s or more … */
  carefulSec: 6,
  /** design: … for so long. */
  carefulMs: 30_000,
  /** design: damage that remains is jumped over, by so much behind what was there … */
  skipSec: 4,
  /** design: … and so often in a row. */
  skipCount: 3,
  /** design: fresh addresses are asked for at most so often … */
  refreshEveryMs: 10_000,
  /** design: … and so many times in a row. */
  refreshCount: 3,
  /** design: failures are no longer in a row once the video is so far from where the last one was. */
  healedSec: 6,
  /** design: how often it is looked whether a video that is to play moves … */
  lookEveryMs: 2_000,
  /** design: … and while it did at the last look. */
  lookMovingMs: 4_000,
  /** design: one that has not moved for so long, with media ahead, is nudged … */
  stalledMs: 4_000,
  /** design: … by so much, each time a little more … */
  nudgeSec: 0.1,
  /** design: … so many times; then its media is fetched anew. */
  nudgeCount: 3,
  /** design: a hole in the media that is no longer than this is jumped over. */
  holeSec: 3,
  /** design: what HLS asks for must begin to come so soon … */
  firstByteMs: 10_000,
  /** design: … a playlist must be there so soon … */
  playlistMs: 20_000,
  /** design: … and a segment so soon, which on a slow line is long. */
  segmentMs: 120_000,
  /** design: media that has not come for so long is fetched anew: servers may take a request and never answer. */
  starvedMs: 15_000,
  /** design: a page that nobody has seen for so long fetches the smallest picture … */
  hiddenAfterMs: 10_000,
  /** design: … and only so far ahead. */
  hiddenGoalSec: 10,
} as const;

/** Asking whether a video may go on */
export const heartbeatLimits = {
  /** design: a reply that wants to be asked more often is not obeyed … */
  everyMinSec: 1,
  /** design: … and one that wants it more seldom neither. */
  everyMaxSec: 3_600,
  /** design: questions in a row that may fail before the video stops. */
  missedCount: 3,
} as const;
