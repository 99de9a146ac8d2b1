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
