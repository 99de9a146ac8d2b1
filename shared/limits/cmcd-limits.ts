/** CMCD reports to the operator's collector */
export const cmcdLimits = {
  /** design: how long a report waits for others to share its request. */
  batchMs: 5_000,
  /** design: flush when this many reports are waiting. */
  batchCount: 20,
  /**
   * design: reports waiting while the collector does not answer; when full, the oldest are dropped.
   */
  keptCount: 200,
  /** design: wait after a failure, doubled with each further one. */
  retryMs: 5_000,
  /** design: maximum wait after failures. */
  retryMaxMs: 300_000,
  /** CTA-5004-B: characters of a content id. */
  contentIdMaxChars: 128,
} as const;
