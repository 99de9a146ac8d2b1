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
