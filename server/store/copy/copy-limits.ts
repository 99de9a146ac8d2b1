/** Copying events to ClickHouse */
export const copyLimits = {
  /** design: events in one insert; making it takes the server's thread. */
  rowsCount: 5_000,
  /** design: bytes of text in one insert. */
  bytes: 2_000_000,
  /** design: rows that are read from the store at once, so that other work comes in between. */
  readRowsCount: 200,
  /** design: pause after a copy that took all waiting events. */
  everyMs: 2_000,
  /** design: first pause after a failed copy; each further one is twice as long. */
  againMs: 1_000,
  /** design: longest of these pauses. */
  againMaxMs: 60_000,
  /** design: time for an answer of ClickHouse. */
  answerMs: 30_000,
  /** design: time after which another server may copy instead of one that has stopped. */
  leaseMs: 90_000,
  /** design: characters of ClickHouse's own message in a sentence for the operator. */
  reasonChars: 300,
} as const;
