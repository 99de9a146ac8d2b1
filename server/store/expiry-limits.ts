/** The store: expiry */
export const expiryLimits = {
  /**
   * design: the clock is not trusted if it has advanced further than this since the store was last
   * in use. The shortest retention is 31 days, so an error of a week never empties a store. A pause
   * up to this length needs no confirmation.
   */
  pauseMaxMs: 7 * 86_400_000,
  /**
   * design: wait after a failure (the database may be away) or a refusal (the clock may be
   * corrected soon).
   */
  againMs: 600_000,
  /** design: documents or viewers in one page; their rows are short. */
  scanCount: 1_000,
  /** design: the first step is small, because the speed of the disk is not known yet. */
  firstStepRowsCount: 64,
} as const;
