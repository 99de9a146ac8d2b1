/** Stopping the server */
export const stopLimits = {
  /**
   * design: a viewer’s paused video keeps its connection open for hours, so connections are cut
   * this long after the stop signal.
   */
  graceMs: 3_000,
} as const;
