/** The envelope of a batch */
export const envelopeLimits = {
  /** design: maximum experiments of a page. */
  experimentsCount: 100,
  /**
   * design: highest experiment id. With both limits the envelope of a batch stays within
   * `batchLimits.envelopeMaxChars`.
   */
  experimentIdMax: 999_999_999,
  /** design: name and version of the client. */
  clientNameMaxChars: 100,
  /** design: id of a request. */
  requestIdMaxChars: 200,
} as const;
