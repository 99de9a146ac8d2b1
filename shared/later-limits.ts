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

/** The page config */
export const pageConfigLimits = {
  /** design: malformed fields that are told of. */
  problemsCount: 20,
  /** design: addresses of a provider's script and style. */
  addressMaxChars: 2_000,
  /** design: experiments that a page is in, at most … */
  experimentsCount: 100,
  /** design: … and their highest id. With both the envelope of a batch stays within `logLimits.envelopeMaxChars`. */
  experimentIdMax: 999_999_999,
  /** design: experiment flags that API calls tell of … */
  flagsCount: 100,
  /** design: … and the length of their names and values; longer ones are left out. */
  flagMaxChars: 500,
} as const;
