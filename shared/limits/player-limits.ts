/** The player */
export const playerLimits = {
  /** §9: how often the proxy polls for the player's API. */
  readinessPollMs: 50,
  /** design: maximum wait for a page's first paint before its script does anything. */
  paintMs: 1_000,
  /** design: with autoplay, maximum wait for the first frame before the services start. */
  firstFrameMs: 3_000,
  /** §9: how often user activity is recorded. */
  activityUpdateMs: 800,
  /**
   * design: media fetched ahead for a viewer who seems about to play, or who seeks before playing.
   */
  cuedGoalSec: 2,
  /** design: if the controls' script fails to load, wait before the retry, doubled each time. */
  controlsRetryMs: 1_000,
  /** design: maximum wait before that retry. */
  controlsRetryMaxMs: 60_000,
  /** design: player state changes kept until the statistics' script has loaded. */
  earlyChangesCount: 1_000,
  /** design: gestures kept until the script that logs them has loaded. */
  earlyGesturesCount: 20,
  /** design: keys kept until the script that executes them has loaded. */
  earlyKeysCount: 20,
  /**
   * design: events of one name that are logged one by one; the next one carries the count of the
   * others.
   */
  loggedPerSec: 10,
  /**
   * design: settings by host or viewer kept until the script that stores preferences has loaded.
   */
  earlyChoicesCount: 100,
  /** design: unmuting raises a lower volume to this one, as on YouTube; in percent. */
  audibleVolume: 5,
  /** design: API requests for videos at a time; a host could otherwise cause too many. */
  requestsCount: 2,
} as const;
