/** Checks of the store */
export const healthLimits = {
  /**
   * design: deadline of an answer. Probes and scrapes come every few seconds; their own deadlines
   * are mostly longer.
   */
  answerMs: 3_000,
  /** design: for this time after a successful write, no probe is needed. */
  freshMs: 5_000,
} as const;
