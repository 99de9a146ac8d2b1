/**
 * The part of `limits.ts` that the page's first script and the event path do not need. The bundler
 * keeps a module whole, so it is a separate file.
 */

/** API calls */
export const apiLimits = {
  /** design: time-out of an API call. */
  timeoutMs: 10_000,
  /** §9: how long a location playability token is sent back. */
  locationTokenLifeMs: 15_552_000_000,
  /** design: lifetime of a cached configuration entry, unless a reply brings another. */
  configLifeMs: 30 * 24 * 60 * 60 * 1_000,
  /**
   * design: text fields of commands (`params`, feedback tokens, …), and tokens that the server
   * issues and receives back.
   */
  textMaxChars: 4_000,
  /** design: items in one list of a command: channels, feedback tokens, playlist actions. */
  listMaxCount: 200,
} as const;

/** The visitor id */
export const visitorLimits = {
  /** §7: time-out of a visitor id request. */
  timeoutMs: 5_000,
  /**
   * design: wait for another page's request; longer than its time-out, so that pages do not ask a
   * hanging server one after the other.
   */
  waitMs: 10_000,
  /** §9: an id of this age is renewed. */
  refreshMs: 1_800_000,
  /** §9: wait after a failed request. */
  retryMs: 120_000,
  /** design: retries after failures; a success resets the count. */
  retryCount: 5,
  /**
   * design: lifetime of an id that is not renewed; the longest that browsers allow for a cookie of
   * this kind.
   */
  lifeMs: 400 * 24 * 60 * 60 * 1_000,
} as const;

/** Data stored in the browser */
export const dataLimits = {
  /**
   * design: maximum lifetime of stored data; a row that expires later was written by a clock that
   * ran ahead.
   */
  lifeMaxMs: 2 * 365 * 24 * 60 * 60 * 1_000,
} as const;

/** Clean-up of the storage */
export const cleanupLimits = {
  /**
   * design: delay after the services' start, when the player and the first video have long started.
   */
  startAfterMs: 15_000,
  /** design: interval between clean-ups of an origin's storage. */
  everyMs: 24 * 60 * 60 * 1_000,
  /**
   * design: age at which unknown databases, caches and keys are deleted; another version may have
   * written them.
   */
  unknownLifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: unknown names remembered at once; further ones wait until these are gone. */
  unknownCount: 100,
  /**
   * design: a deletion that another page blocks for longer is left to the browser, which finishes
   * it when that page is gone.
   */
  deleteDeadlineMs: 5_000,
} as const;

/** Probes */
export const probeLimits = {
  /** §9: time-out of an ads provider's script. */
  adStatusTimeoutMs: 5_000,
  /** design: time-out for loading a bot-detection script. */
  botLoadTimeoutMs: 10_000,
  /** design: time-out for a bot-detection script's answer. */
  botRunTimeoutMs: 10_000,
  /** design: a bot-detection answer, as JSON, which API calls carry. */
  botAnswerMaxChars: 4_000,
  /** §9: API calls remembered as having carried the answer; repeats do not carry it again. */
  attachCacheCount: 1_000,
  /** design: characters of a call that identify it. */
  attachKeyMaxChars: 200,
} as const;

/** The page config */
export const pageConfigLimits = {
  /** design: malformed fields that are reported. */
  problemsCount: 20,
  /**
   * design: name and address in a report of a malformed field; they may repeat the field's value.
   */
  quotedMaxChars: 250,
  /** design: URLs of a provider's script and style. */
  addressMaxChars: 2_000,
  /** design: experiment flags in API calls, and ad signals. */
  flagsCount: 100,
  /** design: names and values of flags and ad signals; longer ones are left out. */
  flagMaxChars: 500,
  /** design: events whose tier the provider's configuration may set. */
  logTiersCount: 100,
} as const;

/** The viewer's position, for videos that need it */
export const positionLimits = {
  /** §9: time-out of the browser's position request. */
  timeoutMs: 10_000,
  /** §9: time-out on mobile web, where high accuracy is requested. */
  mobileTimeoutMs: 15_000,
} as const;

/** The viewer's device and preferences */
export const deviceLimits = {
  /** §9: lifetime of the hi-dpi cookie; Chromium keeps no cookie for more than 400 days. */
  hiDpiCookieLifeMs: 63_072_000_000,
  /**
   * design: device pixels in a CSS pixel from which a screen is hi-dpi; lower ratios are mostly
   * zoomed pages.
   */
  hiDpiRatio: 1.5,
  /** design: lifetime of a viewer's choice, the same as the cookie's. */
  preferenceLifeMs: 63_072_000_000,
  /** design: choices that follow each other faster are stored together. */
  preferenceDebounceMs: 1_000,
} as const;

/** Playback statistics */
export const playbackStatsLimits = {
  /**
   * design: interval of watch-time events while a video plays; a page that is killed loses no more.
   */
  watchtimeEveryMs: 30_000,
  /** design: pauses in faster succession do not each send watch time; the next event does. */
  watchtimePauseMs: 100,
  /** design: watched segments in one event; seeking adds segments, not events. */
  segmentsMaxCount: 100,
  /**
   * CTA-5004-B: interval of reports to the operator's collector while a video plays, besides those
   * with a cause.
   */
  cmcdEveryMs: 30_000,
} as const;

/** Visual elements */
export const visualElementLimits = {
  /** §9: elements whose attachment is remembered, so that it is not reported twice. */
  attachCacheCount: 1_000,
} as const;

/** The controls, and what the page does once it is idle */
export const controlsLimits = {
  /** design: the controls hide this long after the last activity while playing. */
  hideMs: 3_000,
  /** design: a tap that follows another on the same side within this time seeks back or forward. */
  doubleTapMs: 300,
  /** §4: after this time a new video that has not loaded no longer counts as navigation. */
  navigationResetMs: 5_000,
} as const;

/** Where viewers left videos */
export const resumeLimits = {
  /** design: videos whose place is stored, the newest. */
  keptCount: 50,
  /** design: lifetime of a place. */
  lifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: a viewer who leaves earlier starts from the beginning next time. */
  fromSec: 30,
  /** design: if at most this share of the video is left, it starts from the beginning next time. */
  endShare: 0.05,
  /** design: how often the place is stored while a video plays. */
  everyMs: 10_000,
  /** design: once this much has played, a place that arrives late no longer seeks. */
  graceSec: 8,
  /** design: how long a notice tells the viewer that the video was resumed. */
  noticeSec: 8,
} as const;

/** Latency timing */
export const latencyLimits = {
  /** §9: repeats of a key (an action of a playback) that are logged; others are only counted. */
  repeatsMax: 5,
  /** §9: age at which a key and its repeats are forgotten. */
  keyMs: 60_000,
  /** design: keys remembered at once; when full, the oldest is dropped. */
  keysCount: 1_000,
  /** design: moments in one action. */
  ticksCount: 20,
  /**
   * design: durations kept for each kind of action in a playback, for its median; when full, the
   * oldest are dropped.
   */
  durationsCount: 100,
  /** design: playbacks whose durations are remembered. */
  playbacksCount: 20,
} as const;

/** CMCD reports to the operator's collector */
export const cmcdLimits = {
  /** design: how long a report waits for others to share its request. */
  batchMs: 5_000,
  /** design: flush when this many reports are waiting. */
  batchCount: 20,
  /**
   * design: reports waiting while the collector does not answer; when full, the oldest are dropped.
   */
  keptCount: 200,
  /** design: wait after a failure, doubled with each further one. */
  retryMs: 5_000,
  /** design: maximum wait after failures. */
  retryMaxMs: 300_000,
  /** CTA-5004-B: characters of a content id. */
  contentIdMaxChars: 128,
} as const;
