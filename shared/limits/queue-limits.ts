/** The queue and sending */
export const queueLimits = {
  /** §9: wait between two attempts of a request. */
  retryDelayMs: 5_000,
  /** §9: a request in flight for longer belongs to a page that died. */
  retryExpiryMs: 120_000,
  /** §9: definite rejections (4xx other than 408 and 429) that a request survives. */
  retryCap: 1,
  /**
   * design: attempts before a request is dropped and counted. At the slowest pace, 30 days have
   * 80,000; without this limit a page that stays open would try for ever.
   */
  sendCountMax: 100_000,
  /** §9: stored requests expire after 30 days. */
  expiryMs: 30 * 24 * 60 * 60 * 1_000,
  /** §9: consecutive failures that may be the network's fault before sending slows down. */
  potentialErrorLimit: 10,
  /** design: the longest pause between attempts once sending has slowed down. */
  slowRetryMaxMs: 60_000,
  /**
   * design: a longer Retry-After is cut to this, so that one header cannot delay events for days.
   */
  retryAfterMaxMs: 60 * 60 * 1_000,
  /**
   * design: minimum interval at which a worker looks for events that other pages of this origin
   * have left.
   */
  adoptEveryMs: 60_000,
  /**
   * design: rows that a worker adopts in one look, so that a long backlog is not one long
   * transaction.
   */
  adoptCount: 50,
  /** design: wait before the next look while there is more. */
  adoptMoreMs: 1_000,
  /** design: a database that has not opened by then is blocked; the queue is in memory instead. */
  openDeadlineMs: 3_000,
  /**
   * design: maximum times a transaction is repeated on a new connection; a browser that removes a
   * site's data also closes connections opened meanwhile.
   */
  reopenCount: 4,
  /**
   * design: a transaction that has not ended by then hangs; until it ends, the queue is in memory.
   */
  transactionDeadlineMs: 10_000,
  /** design: time-out of an attempt. */
  requestTimeoutMs: 30_000,
  /**
   * design: maximum size of the queue in memory, as JSON; when full, the oldest of the lowest tier
   * are dropped and counted.
   */
  memoryMaxChars: 5_000_000,
  /**
   * design: before a doubtful request of at least this size is resent, the intake is asked which
   * events it has; smaller ones are just sent.
   */
  reconcileMinChars: 500,
  /** design: ranges of event numbers in one answer of the intake. */
  storedRangesCount: 1_000,
  /**
   * design: batches stored, or requests taken, in one transaction; a full disk moves no more than
   * these to memory.
   */
  groupCount: 10,
} as const;
