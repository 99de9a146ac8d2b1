/** Copying events to ClickHouse */
export const copyLimits = {
  /** design: events in one insert; making it takes the server's thread. */
  rowsCount: 5_000,
  /** design: bytes of text in one insert. */
  bytes: 2_000_000,
  /** design: rows that are read from the store at once, so that other work comes in between. */
  readRowsCount: 200,
  /** design: events that leave the store after one answer of ClickHouse that has them. */
  archivedRowsCount: 500,
  /**
   * design: ranges of a document's archived numbers, about 12 bytes each. A document with more gaps
   * than any real one keeps its events in the store.
   */
  archivedRangesCount: 1_000,
  /** specification: the shortest retention; later than that ClickHouse may have dropped them. */
  archivedForMs: 31 * 86_400_000,
  /** design: in a cluster an event stays so long after its copy; more than `staleMs`. */
  settleMs: 60_000,
  /** design: pause after a copy that took all waiting events. */
  everyMs: 2_000,
  /** design: first pause after a failure; each further one is twice as long. */
  againMs: 1_000,
  /** design: longest of these pauses. */
  againMaxMs: 60_000,
  /** design: time for an answer of ClickHouse. */
  answerMs: 30_000,
  /** design: the same when it is asked for archived events; an operator's request waits. */
  readAnswerMs: 10_000,
  /** design: a replica that has lacked events for longer gives no archived ones. */
  staleMs: 10_000,
  /** design: row numbers among which a page is looked for at first; about what ClickHouse reads. */
  lookRowsCount: 10_000,
  /** design: time after which another server may copy instead of one that has stopped. */
  leaseMs: 90_000,
  /** design: characters of ClickHouse's own message in a sentence for the operator. */
  reasonChars: 300,
} as const;
