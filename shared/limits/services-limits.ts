/**
 * The part of `limits.ts` that only the services need. The bundler keeps a module whole, so that
 * the page's first script would carry it.
 */

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
} as const;

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

/** News for the page */
export const newsLimits = {
  /**
   * design: how long accounting news (stored, delivered) is collected, because each message costs
   * the page a task.
   */
  collectMs: 250,
} as const;

/** Batches */
export const batchLimits = {
  /** §9: debounce of the tiers `default` and `dispatch_to_empty`. */
  debounceMs: 10_000,
  /** §9: debounce of the tier `fast`. */
  fastDebounceMs: 5_000,
  /** §9: queued events that trigger a flush. */
  flushQueuedCount: 1_000,
  /** §9: minimum body size for compression, in characters, not bytes. */
  gzipMinChars: 500,
  /** §9: maximum body size for compression, in characters, not bytes. */
  gzipMaxChars: 500_000,
  /**
   * design: maximum compression ratio that a server accepts; bodies that compress further are sent
   * uncompressed. Long stacks reach 130.
   */
  gzipMaxRatio: 200,
  /** design: up to this size, a body may have any compression ratio. */
  gzipFreeChars: 50_000,
  /**
   * design: maximum size of the envelope around a batch's events; `clientContextSchema` bounds its
   * fields.
   */
  envelopeMaxChars: 2_000,
  /**
   * design: a document's highest event number; no page logs this many, and one forged number must
   * not spoil every sum.
   */
  seqMax: 1_000_000_000,
} as const;

/** The envelope of a batch */
export const envelopeLimits = {
  /** design: maximum experiments of a page. */
  experimentsCount: 100,
  /**
   * design: highest experiment id. With both limits the envelope of a batch stays within
   * `batchLimits.envelopeMaxChars`.
   */
  experimentIdMax: 999_999_999,
} as const;

/** The provider's configuration */
export const configLimits = {
  /** design: how long a page's first events wait for the tiers that an earlier page stored. */
  readTiersMs: 1_000,
} as const;
