/**
 * Every number that the product uses, once, with its unit in its name and its source beside it.
 * "§9" is the business-constants section of the product specification; "design" marks a number of
 * our own. `npm run docs` writes the comments and numbers into `docs/telemetry.md` and
 * `docs/limits.md`.
 * Other files hold numbers that only some scripts need:
 * - `services-limits.ts`: the services
 * - `later-limits.ts`: services that load later
 * - `playing-limits.ts`: pages that play a video
 * - `host-limits.ts`: pages with a host
 */

/** Collecting events on the page */
export const collectorLimits = {
  /**
   * design: how long the page collects events before it posts them to the worker in one message.
   */
  collectMs: 100,
  /** design: flush when this many events are waiting. */
  collectCount: 100,
  /**
   * design: maximum that one page passes to `sendBeacon` at its end; the platform's budget is 64
   * KiB for the whole page.
   */
  beaconMaxBytes: 60_000,
  /**
   * design: after this many consecutive events that no longer fit a beacon, the rest is skipped;
   * serializing each costs the main thread time.
   */
  beaconMissCount: 20,
  /** design: the longest time from a page's hiding to the `pagehide` that belongs to it. */
  exitSpreadMs: 2_000,
  /**
   * design: maximum events kept by a page without services (no worker survives, and its own cannot
   * be loaded).
   */
  keptAloneCount: 10_000,
  /**
   * design: maximum events waiting for the viewer's consent; when full, the oldest of the lowest
   * tier are dropped.
   */
  keptPendingCount: 1_000,
  /**
   * design: if events are neither delivered nor dropped for this long, the page checks whether its
   * services are alive.
   */
  watchMs: 10_000,
  /**
   * design: groups whose next sequence index is remembered; when full, the least recently used is
   * dropped and would start at 0 again.
   */
  sequenceGroupsCount: 1_000,
  /**
   * design: maximum errors of a page that are processed, repeats included; an error in every frame
   * must not cost for ever.
   */
  errorsCount: 100,
} as const;

/** Events and batches */
export const logLimits = {
  /** §9: maximum events in one request. */
  batchCount: 100,
  /** §9: sequence indexes of a group wrap after this; `seq` never does. */
  sequenceMax: 65_535,
  /**
   * design: a single event, as JSON; larger ones are dropped and counted, so that one event can
   * never block a batch.
   */
  eventMaxChars: 50_000,
  /** design: payload names are short identifiers. */
  nameMaxChars: 100,
  /** design: group keys are ids. */
  groupKeyMaxChars: 200,
  /**
   * design: maximum stored but undelivered events of which the page keeps a copy, for its exit and
   * for restarted services.
   */
  keptDurableCount: 1_000,
} as const;

/** The worker */
export const rpcLimits = {
  /**
   * design: if the worker has not answered a call by then, a ping follows; an unanswered ping means
   * that the worker is dead.
   */
  callDeadlineMs: 15_000,
  /**
   * design: the same for the first call of a start; with its ping, a script that never loads delays
   * the next attempt by 7 s.
   */
  startDeadlineMs: 2_000,
  /** design: if a ping is not answered by then, the worker is dead. */
  pingDeadlineMs: 5_000,
  /**
   * design: `flush` waits for the network, so it has a deadline of its own; exceeding it is an
   * answer and does not mean a dead worker.
   */
  flushDeadlineMs: 35_000,
  /** design: wait before the first restart, doubled for each further one. */
  restartDelayMs: 250,
  /** design: restarts before the services move into the page. */
  restartCount: 3,
  /** design: if the services ran nowhere, wait before the next attempt, doubled each time. */
  reviveMs: 5_000,
  /** design: maximum wait before the next attempt to start services. */
  reviveMaxMs: 60_000,
} as const;

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
} as const;

/** The intake */
export const intakeLimits = {
  /**
   * design: a request body as received; an uncompressed batch of 500,000 characters is up to 1.5 MB
   * of UTF-8.
   */
  bodyMaxBytes: 2_000_000,
  /** design: a request body after decompression; guards against compression bombs. */
  unpackedMaxBytes: 2_000_000,
  /** design: rows in one page of `/telemetry/events`, `/telemetry/log` and `/telemetry/gaps`. */
  pageMaxCount: 10_000,
  /** design: rows in such a page if the request does not set a number. */
  pageDefaultCount: 1_000,
  /**
   * design: event numbers that one receipt scans; scanning them takes 15 ms, during which the
   * server does nothing else.
   */
  receiptScanCount: 20_000,
  /** design: refused event numbers remembered for one document; further ones count as missing. */
  rejectedPerClientCount: 1_000,
  /**
   * design: refused event numbers remembered for all documents, at 50 bytes each, so that refused
   * junk cannot fill the disk.
   */
  rejectedCount: 1_000_000,
  /** design: gaps named in a line of `/telemetry/gaps`. */
  gapRangesCount: 100,
} as const;

/** Messages of the host */
export const bridgeLimits = {
  /** design: longer host messages are refused unread; a playlist of 5,000 ids fits well. */
  messageMaxChars: 200_000,
  /** design: maximum messages waiting for the host protocols' script. */
  waitingMaxCount: 1_000,
  /** design: maximum total characters of those waiting messages. */
  waitingMaxChars: 1_000_000,
  /** design: names from a host (cue ranges, listeners, load contexts) are short identifiers. */
  nameMaxChars: 100,
} as const;
