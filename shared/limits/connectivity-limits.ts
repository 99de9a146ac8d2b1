/** The connection */
export const connectivityLimits = {
  /** §9: interval of checks while the connection is lost, or a busy page gets no other answer. */
  checkEveryMs: 30_000,
  /** §9: time-out of a check. */
  timeoutMs: 20_000,
  /**
   * design: how long another embed's failed check counts; less than the wait between two attempts.
   */
  sharedMs: 4_000,
  /**
   * design: how long the embed that checks for all keeps the lock after a successful check, so that
   * the others receive the result.
   */
  lingerMs: 1_000,
  /**
   * design: every time this many sends were prevented by a failed check, one is tried anyway: the
   * check may be blocked where the intake is not.
   */
  tryAnywayCount: 10,
} as const;
