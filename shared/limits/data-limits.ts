/** Data stored in the browser */
export const dataLimits = {
  /**
   * design: maximum lifetime of stored data; a row that expires later was written by a clock that
   * ran ahead.
   */
  lifeMaxMs: 2 * 365 * 24 * 60 * 60 * 1_000,
} as const;
