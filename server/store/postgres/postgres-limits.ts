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
   * design: with a longer `--keep-days`, documents expire one by one: a report locks each partition
   * with its indexes, and PostgreSQL has room for 6,400 locks by default.
   */
  partitionedDocumentsMaxDays: 62,
  /**
   * `pg`: a step of an upgrade may build an index for hours. More than this overflows the client's
   * timer.
   */
  stepMs: 2_147_483_647,
  /** design: the operator learns this often how far an upgrade's index is. */
  buildReportMs: 10_000,
  /**
   * design: a longer wait for a lock that a long query holds would block all others; the next
   * maintenance retries.
   */
  lockWaitMs: 2_000,
  /** measured: the indexes of an empty partition have 24,576 bytes. */
  emptyIndexesBytes: 100_000,
} as const;
