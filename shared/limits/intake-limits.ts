/** The intake */
export const intakeLimits = {
  /**
   * design: a request body as received; an uncompressed batch of 500,000 characters is up to 1.5 MB
   * of UTF-8.
   */
  bodyMaxBytes: 2_000_000,
  /** design: a request body after decompression; guards against compression bombs. */
  unpackedMaxBytes: 2_000_000,
  /** design: rows in one page of `/telemetry/events`, `/telemetry/log` and `/telemetry/gaps`. */
  pageMaxCount: 10_000,
  /** design: rows in such a page if the request does not set a number. */
  pageDefaultCount: 1_000,
  /**
   * design: event numbers that one receipt scans; scanning them takes 15 ms, during which the
   * server does nothing else.
   */
  receiptScanCount: 20_000,
  /** design: refused event numbers remembered for one document; further ones count as missing. */
  rejectedPerClientCount: 1_000,
  /**
   * design: refused event numbers remembered for all documents, at 50 bytes each, so that refused
   * junk cannot fill the disk.
   */
  rejectedCount: 1_000_000,
  /** design: gaps named in a line of `/telemetry/gaps`. */
  gapRangesCount: 100,
} as const;
