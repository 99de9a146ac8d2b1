/** The spool */
export const spoolLimits = {
  /** design: requests that are read and delivered at a time. */
  deliverCount: 200,
  /** design: bytes of them, if there is more than one. */
  deliverBytes: 2_000_000,
  /** design: free pages of 4 kB that go back to the disk at a time; more than a delivery frees. */
  shrinkPages: 1_000,
  /** design: interval between attempts to deliver. */
  retryMs: 1_000,
  /**
   * design: a store that has not answered for this time is slow, and new requests go to the spool
   * until it has. Players wait longer for an answer.
   */
  slowMs: 5_000,
  /** design: how long this process waits for another one that writes to the same spool. */
  busyWaitMs: 100,
  /** design: the same at the start, before the server takes requests. */
  openWaitMs: 5_000,
} as const;
