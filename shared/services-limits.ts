/**
 * The part of `limits.ts` that only the services work by. The bundler keeps a module whole: in there, the page's first script would
 * carry it.
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
   * design: attempts of a request, after which it is dropped and counted. At the slowest pace 30 days have 80,000; without it a page
   * that stays open would try for ever.
   */
  sendCountMax: 100_000,
  /** §9: stored requests expire after 30 days. */
  expiryMs: 30 * 24 * 60 * 60 * 1_000,
  /** §9: failures that may be the network's fault before sending slows down. */
  potentialErrorLimit: 10,
  /** design: the longest pause between attempts once sending has slowed down. */
  slowRetryMaxMs: 60_000,
  /** design: a longer Retry-After is not obeyed; an event must not wait for days because of one header. */
  retryAfterMaxMs: 60 * 60 * 1_000,
  /** design: how often at most a worker looks for events that pages of this origin have left behind. */
  adoptEveryMs: 60_000,
  /** design: rows that a worker takes over in one look, so that a long backlog never is one long transaction. */
  adoptCount: 50,
  /** design: wait before the next look while there is more. */
  adoptMoreMs: 1_000,
  /** design: a database that has not opened by then is held up by somebody else; the queue is in memory instead. */
  openDeadlineMs: 3_000,
  /** design: how often work is done again on a new connection; a browser that removes a site's data closes what is opened meanwhile. */
  reopenCount: 4,
  /** design: a transaction that has not ended by then hangs; until it ends the queue is in memory. */
  transactionDeadlineMs: 10_000,
  /** design: an attempt that has not been answered by then has failed. */
  requestTimeoutMs: 30_000,
  /** design: what the queue in memory holds at most, as JSON; beyond it the oldest of the lowest tier are dropped and counted. */
  memoryMaxChars: 5_000_000,
  /** design: before a request may go a second time, the intake is asked what it has of it; smaller ones are just sent. */
  reconcileMinChars: 500,
  /** design: ranges of event numbers in one answer of the intake about what it has. */
  storedRangesCount: 1_000,
} as const;

/** The connection */
export const connectivityLimits = {
  /** §9: how often the connection is checked while there is none, or the page works and nothing else was answered. */
  checkEveryMs: 30_000,
  /** §9: a check that has not been answered by then has failed. */
  timeoutMs: 20_000,
  /** design: a check of another embed that found no connection serves for so long; less than the wait between two attempts. */
  sharedMs: 4_000,
  /** design: the embed that checks for all steps back so long after its success: by then all others have heard of it. */
  lingerMs: 1_000,
  /** design: a check may be blocked where the intake is not, so this often sending is tried in spite of it. */
  tryAnywayCount: 10,
} as const;

/** News for the page */
export const newsLimits = {
  /** design: news that is only for the page's books (stored, delivered) is collected for so long: each message is a task there. */
  collectMs: 250,
} as const;

/** Batches */
export const batchLimits = {
  /** §9: debounce of the tiers `default` and `dispatch_to_empty`. */
  debounceMs: 10_000,
  /** §9: debounce of the tier `fast`. */
  fastDebounceMs: 5_000,
  /** §9: so many queued events flush at once. */
  flushQueuedCount: 1_000,
  /** §9: a body of at least so many characters is compressed … */
  gzipMinChars: 500,
  /** §9: … and of at most so many. Counts characters, not bytes. */
  gzipMaxChars: 500_000,
  /** design: bytes for each compressed one that a server takes; what repeats itself more leaves uncompressed. Long stacks reach 130 … */
  gzipMaxRatio: 200,
  /** design: … but a shorter one may have any ratio. */
  gzipFreeChars: 50_000,
  /** design: what the envelope around a batch's events takes at most; its fields are bounded by `clientContextSchema`. */
  envelopeMaxChars: 2_000,
  /** design: a document's highest event number; no page logs so many, and one invented number must not spoil every sum. */
  seqMax: 1_000_000_000,
} as const;

/** The envelope of a batch */
export const envelopeLimits = {
  /** design: experiments that a page is in, at most … */
  experimentsCount: 100,
  /** design: … and their highest id. With both the envelope of a batch stays within `batchLimits.envelopeMaxChars`. */
  experimentIdMax: 999_999_999,
} as const;

/** The provider's configuration */
export const configLimits = {
  /** design: how long a page's first events wait for the tiers that an earlier page has kept. */
  readTiersMs: 1_000,
} as const;
