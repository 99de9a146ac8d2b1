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
