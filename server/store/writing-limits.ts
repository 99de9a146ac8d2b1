/** The store: writing */
export const writingLimits = {
  /** design: items in one transaction; more would make waiting callers wait long. */
  groupCount: 200,
  /**
   * design: bytes in one transaction, if it has more than one item: SQLite writes on the only
   * thread, and other requests are answered between two transactions.
   */
  groupBytes: 1_000_000,
  /**
   * design: rows in one statement; statements are cached by their text, one for each number of
   * rows.
   */
  statementRowsCount: 100,
  /**
   * design: bytes that a probe of a full store writes: about the size of a large batch of events.
   */
  probeRoomBytes: 262_144,
  /** design: subscriptions in an answer; a viewer may have more. */
  subscriptionsCount: 1_000,
} as const;
