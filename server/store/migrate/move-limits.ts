/** Moving a store to PostgreSQL */
export const moveLimits = {
  /** design: rows in a step: the rows in memory at a time, and the work that a crash loses. */
  stepRowsCount: 1_000,
  /** design: length of the bar of progress. */
  barChars: 24,
  /**
   * design: without a terminal, a line of progress is printed each time this many per cent are
   * done.
   */
  linePercent: 10,
} as const;
