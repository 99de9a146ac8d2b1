/** Clean-up of the storage */
export const cleanupLimits = {
  /**
   * design: delay after the services' start, when the player and the first video have long started.
   */
  startAfterMs: 15_000,
  /** design: interval between clean-ups of an origin's storage. */
  everyMs: 24 * 60 * 60 * 1_000,
  /**
   * design: age at which unknown databases, caches and keys are deleted; another version may have
   * written them.
   */
  unknownLifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: unknown names remembered at once; further ones wait until these are gone. */
  unknownCount: 100,
  /**
   * design: a deletion that another page blocks for longer is left to the browser, which finishes
   * it when that page is gone.
   */
  deleteDeadlineMs: 5_000,
} as const;
