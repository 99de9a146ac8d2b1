/**
 * Every number the product works by, once, with its unit in its name and its source beside it.
 * "§9" is the business-constants section of the product specification; "design" marks a number of our own.
 * `npm run docs` writes the comments and numbers into `docs/telemetry.md` and `docs/limits.md`.
 * What only the services work by stands in `services-limits.ts`, and in `later-limits.ts` what only those do that come later.
 * What only a page works by that has something to play stands in `playing-limits.ts`, what only one works by that has a host in `host-limits.ts`.
 */

/** Collecting events on the page */
export const collectorLimits = {
  /** design: how long the page collects events before it hands them to the worker in one message. */
  collectMs: 100,
  /** design: as many waiting events leave at once. */
  collectCount: 100,
  /** design: what one page may hand to `sendBeacon` at its end; the platform's budget is 64 KiB for all of the page. */
  beaconMaxBytes: 60_000,
  /** design: events in a row that no longer fit a beacon before the rest is left alone; each costs the main thread its JSON. */
  beaconMissCount: 20,
  /** design: the longest time from a page's hiding to the `pagehide` that belongs to it. */
  exitSpreadMs: 2_000,
  /** design: a page without services (no worker survives, and its own cannot be loaded) keeps so many events at most. */
  keptAloneCount: 10_000,
  /** design: events that wait for the viewer's consent at most; of more the oldest of the lowest tier are dropped. */
  keptPendingCount: 1_000,
  /** design: events that have neither arrived nor been lost after so long make the page ask whether its services live. */
  watchMs: 10_000,
  /** design: groups whose next sequence index is known; of more the longest unused is forgotten and would begin at 0 again. */
  sequenceGroupsCount: 1_000,
  /** design: errors of a page that are looked at, repeats included; what throws with every frame must not cost for ever. */
  errorsCount: 100,
} as const;

/** Events and batches */
export const logLimits = {
  /** §9: events in one request at most. */
  batchCount: 100,
  /** §9: sequence indexes of a group wrap after this; `seq` never does. */
  sequenceMax: 65_535,
  /** design: a single event, as JSON; larger ones are dropped and counted, so that one event can never block a batch. */
  eventMaxChars: 50_000,
  /** design: payload names are short identifiers. */
  nameMaxChars: 100,
  /** design: group keys are ids. */
  groupKeyMaxChars: 200,
  /** design: of the events that are stored but not yet delivered, the page keeps at most so many, for its exit and for services that are started again. */
  keptDurableCount: 1_000,
} as const;

/** The worker */
export const rpcLimits = {
  /** design: a call that the worker has not answered by then is followed by a ping; an unanswered ping means it is dead. */
  callDeadlineMs: 15_000,
  /** design: the same for the first call of a start; with its ping, a script that never loads holds up the next place for 7 s. */
  startDeadlineMs: 2_000,
  /** design: a ping that has not been answered by then means that the worker is dead. */
  pingDeadlineMs: 5_000,
  /** design: `flush` waits for the network, so it has a deadline of its own; missing it is an answer, not a death. */
  flushDeadlineMs: 35_000,
  /** design: wait before the first restart, doubled for each further one. */
  restartDelayMs: 250,
  /** design: restarts before the services move into the page. */
  restartCount: 3,
  /** design: wait before all is tried anew when services ran nowhere, doubled each time … */
  reviveMs: 5_000,
  /** design: … up to this. */
  reviveMaxMs: 60_000,
} as const;

/** The player */
export const playerLimits = {
  /** §9: the proxy polls for the player's API this often. */
  readinessPollMs: 50,
  /** design: a page that waits to be painted before its script does anything waits no longer. */
  paintMs: 1_000,
  /** design: what plays by itself is on its screen before the services start, which wait no longer. */
  firstFrameMs: 3_000,
  /** §9: how often user activity is taken note of. */
  activityUpdateMs: 800,
  /** design: media that is fetched ahead of a viewer who seems about to play, and of one who looks at a place before playing. */
  cuedGoalSec: 2,
  /** design: controls whose script did not arrive are asked for again after so long, doubled each time … */
  controlsRetryMs: 1_000,
  /** design: … up to this. */
  controlsRetryMaxMs: 60_000,
  /** design: changes of the player's state that are kept until the statistics' script has come. */
  earlyChangesCount: 1_000,
  /** design: gestures that are kept until the script has come that tells of them. */
  earlyGesturesCount: 20,
  /** design: keys that are kept until the script has come that obeys them. */
  earlyKeysCount: 20,
  /** design: events of one name a second that are logged one by one; of the others the next one tells how many there were. */
  loggedPerSec: 10,
  /** design: settings by host or viewer that are remembered until the script has come that keeps preferences. */
  earlyChoicesCount: 100,
} as const;

/** The intake */
export const intakeLimits = {
  /** design: a request body as it arrives; a batch of 500,000 characters that nobody compressed is up to 1.5 MB of UTF-8. */
  bodyMaxBytes: 2_000_000,
  /** design: a request body once unpacked; guards against compression bombs. */
  unpackedMaxBytes: 2_000_000,
  /** design: rows in one page of `/telemetry/events`, `/telemetry/log` and `/telemetry/gaps`. */
  pageMaxCount: 10_000,
  /** design: as many if the request does not say. */
  pageDefaultCount: 1_000,
  /** design: event numbers that one receipt looks through; as many take 15 ms, in which the server does nothing else. */
  receiptScanCount: 20_000,
  /** design: of one document so many refused event numbers are remembered; further ones count as missing … */
  rejectedPerClientCount: 1_000,
  /** design: … and of all documents together, at 50 bytes each, so that nobody can fill the disk with junk that is refused. */
  rejectedCount: 1_000_000,
  /** design: holes named in a line of `/telemetry/gaps`. */
  gapRangesCount: 100,
} as const;

/** Messages of the host */
export const bridgeLimits = {
  /** design: longer host messages are refused unread; a playlist of 5,000 ids fits well. */
  messageMaxChars: 200_000,
  /** design: messages that wait for the host protocols' script at most. */
  waitingMaxCount: 1_000,
  /** design: and of at most so many characters together. */
  waitingMaxChars: 1_000_000,
  /** design: names that a host gives (cue ranges, listeners, load contexts) are short identifiers. */
  nameMaxChars: 100,
} as const;
