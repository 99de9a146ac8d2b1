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
