/**
 * The part of `limits.ts` that the page's first script and the way of the events have no use for. The bundler keeps a module
 * whole: in there, they would carry it.
 */

/** API calls */
export const apiLimits = {
  /** design: an API call that has not been answered by then has failed. */
  timeoutMs: 10_000,
  /** §9: how long a location playability token is sent back. */
  locationTokenLifeMs: 15_552_000_000,
  /** design: how long a cached configuration entry is kept unless a reply brings another. */
  configLifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: text fields of commands (`params`, feedback tokens, …), and tokens that the server gives and gets back. */
  textMaxChars: 4_000,
  /** design: items of one list in a command: channels, feedback tokens, actions on a playlist. */
  listMaxCount: 200,
} as const;

/** The visitor id */
export const visitorLimits = {
  /** §7: a fetch that has not been answered by then has failed. */
  timeoutMs: 5_000,
  /** design: wait for another page that fetches; longer than it may take, so that a server that hangs is not asked by one after the other. */
  waitMs: 10_000,
  /** §9: an id that is so old is renewed. */
  refreshMs: 1_800_000,
  /** §9: wait after a failed fetch before the next … */
  retryMs: 120_000,
  /** design: … of which there are so many, one less with each failure, until one succeeds. */
  retryCount: 5,
  /** design: how long an id is kept that is not renewed; the longest that browsers let a cookie of this kind live. */
  lifeMs: 400 * 24 * 60 * 60 * 1_000,
} as const;

/** What is kept in the browser */
export const dataLimits = {
  /** design: nothing is kept for longer, however long it would count; a row that says more was written by a clock that ran ahead. */
  lifeMaxMs: 2 * 365 * 24 * 60 * 60 * 1_000,
} as const;

/** Clean-up of the storage */
export const cleanupLimits = {
  /** design: after the services' start, when that of the player and of the first video is long over. */
  startAfterMs: 15_000,
  /** design: how often the storage of an origin is cleaned up. */
  everyMs: 24 * 60 * 60 * 1_000,
  /** design: databases, caches and keys that no service of this version knows go after so long; another version may have written them. */
  unknownLifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: as many of them are remembered at a time; further ones when these have gone. */
  unknownCount: 100,
  /** design: a deletion that another page holds up for longer is left to the browser, which does it when that page is gone. */
  deleteDeadlineMs: 5_000,
} as const;

/** Probes */
export const probeLimits = {
  /** §9: an ads provider's script that has not been answered by then has timed out. */
  adStatusTimeoutMs: 5_000,
  /** design: a bot detection's script that has not come by then has failed … */
  botLoadTimeoutMs: 10_000,
  /** design: … and so has one that has not found out anything by then. */
  botRunTimeoutMs: 10_000,
  /** design: what it has found out, as JSON, which goes along with API calls. */
  botAnswerMaxChars: 4_000,
  /** §9: API calls that are remembered to have carried the answer; one that is repeated does not carry it again. */
  attachCacheCount: 1_000,
  /** design: characters of a call by which it is known again. */
  attachKeyMaxChars: 200,
} as const;

/** The page config */
export const pageConfigLimits = {
  /** design: malformed fields that are told of. */
  problemsCount: 20,
  /** design: what is told of each, its name and its address; it may repeat what the field says. */
  quotedMaxChars: 250,
  /** design: addresses of a provider's script and style. */
  addressMaxChars: 2_000,
  /** design: experiment flags that API calls tell of, and ad signals … */
  flagsCount: 100,
  /** design: … and the length of their names and values; longer ones are left out. */
  flagMaxChars: 500,
  /** design: events whose tier the provider's configuration sets. */
  logTiersCount: 100,
} as const;

/** The viewer's position, for videos that need it */
export const positionLimits = {
  /** §9: how long the browser may take to find out where it is … */
  timeoutMs: 10_000,
  /** §9: … and on mobile web, where it is asked for high accuracy. */
  mobileTimeoutMs: 15_000,
} as const;

/** The viewer's device and preferences */
export const deviceLimits = {
  /** §9: lifetime of the cookie that tells of a hi-dpi screen. Chromium keeps none for more than 400 days. */
  hiDpiCookieLifeMs: 63_072_000_000,
  /** design: device pixels in a CSS pixel from which a screen is hi-dpi; less is mostly a page that is zoomed. */
  hiDpiRatio: 1.5,
  /** design: how long a viewer's choice is kept; as long as the cookie. */
  preferenceLifeMs: 63_072_000_000,
  /** design: choices that follow each other faster are stored together. */
  preferenceDebounceMs: 1_000,
} as const;

/** Playback statistics */
export const playbackStatsLimits = {
  /** design: what was watched is told at least so often while a video plays, so that a page that is killed loses no more. */
  watchtimeEveryMs: 30_000,
  /** design: pauses that follow each other faster do not each tell what was watched; the next one does. */
  watchtimePauseMs: 100,
  /** design: parts of a video in one event; seeking makes more of them, not more events. */
  segmentsMaxCount: 100,
  /** CTA-5004-B: how often the operator's collector is told while a video plays, unless there are reasons of its own. */
  cmcdEveryMs: 30_000,
} as const;

/** Visual elements */
export const visualElementLimits = {
  /** §9: elements whose attachment is remembered, so that it is not told twice. */
  attachCacheCount: 1_000,
} as const;

/** The controls, and what the page does once it is idle */
export const controlsLimits = {
  /** design: the controls hide so long after the last activity while playing. */
  hideMs: 3_000,
  /** design: a tap that follows another on the same side within this goes back or forward. */
  doubleTapMs: 300,
  /** §4: another video that has not come by then is no reason any more for what happens. */
  navigationResetMs: 5_000,
} as const;

/** Where viewers left videos */
export const resumeLimits = {
  /** design: videos whose place is kept, the newest. */
  keptCount: 50,
  /** design: how long a place is kept. */
  lifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: who leaves so early begins again … */
  fromSec: 30,
  /** design: … and so does who has seen all but this share. */
  endShare: 0.05,
  /** design: while a video plays its place is kept so often. */
  everyMs: 10_000,
  /** design: a place that is known later, after so much has played, moves nobody any more. */
  graceSec: 8,
  /** design: so long after it the viewer is told that the video was resumed. */
  toldSec: 8,
} as const;

/** Latency timing */
export const latencyLimits = {
  /** §9: repeats of a key (an action of a playback) that are told; further ones are only counted. */
  repeatsMax: 5,
  /** §9: a key that is so old is forgotten, and its repeats with it. */
  keyMs: 60_000,
  /** design: keys that are known at a time; of more the oldest is forgotten. */
  keysCount: 1_000,
  /** design: moments in one action. */
  ticksCount: 20,
  /** design: of each kind of action in a playback the newest durations that its median is taken from. */
  durationsCount: 100,
  /** design: playbacks whose durations are known at a time. */
  playbacksCount: 20,
} as const;

/** CMCD reports to the operator's collector */
export const cmcdLimits = {
  /** design: how long reports wait for others that go in the same request. */
  batchMs: 5_000,
  /** design: as many leave at once. */
  batchCount: 20,
  /** design: reports that wait while the collector does not answer; of more the oldest are dropped. */
  keptCount: 200,
  /** design: wait after a failure, doubled with each further one … */
  retryMs: 5_000,
  /** design: … up to this. */
  retryMaxMs: 300_000,
  /** CTA-5004-B: characters of a content id. */
  contentIdMaxChars: 128,
} as const;
