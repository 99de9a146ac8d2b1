/** PostgreSQL: transactions */
export const postgresLimits = {
  /**
   * design: runs of a transaction that conflicts with others; a retry here is better than one by
   * the sender.
   */
  attemptsCount: 5,
  /**
   * design: target of one expiry step; a long step is harmless here: it only holds the locks of its
   * rows.
   */
  expiryStepMs: 500,
  /**
   * design: partitions are made this number of days ahead; a running server makes the next one
   * daily.
   */
  partitionDaysCount: 7,
  /**
   * design: a longer wait for a lock that a long query holds would block all others; the next
   * maintenance retries.
   */
  lockWaitMs: 2_000,
} as const;
