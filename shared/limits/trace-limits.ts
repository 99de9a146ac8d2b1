/** The trace of a page with `trace=1` */
export const traceLimits = {
  /** design: how long spans of the worker are collected before they are posted to the page. */
  postMs: 100,
  /**
   * design: the shortest span, a clock's resolution without cross-origin isolation. A shorter one
   * would have no length, and DevTools does not draw it.
   */
  spanMinMs: 0.1,
  /** design: spans of both threads that the page keeps to show; DevTools have all of them. */
  keptSpansCount: 50,
} as const;
