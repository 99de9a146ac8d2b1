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
  /** design: an unknown field's name in an error message. */
  shownNameMaxChars: 100,
  /** design: a request's path in a report; the query is left out. */
  shownPathMaxChars: 500,
} as const;
