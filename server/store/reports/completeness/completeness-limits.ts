/** Completeness of the events */
export const completenessLimits = {
  /** design: playbacks whose page loads are looked at one by one, the latest of a filter. */
  countedCount: 4_000,
  /**
   * design: missing events that one page load may have. More are invented, and would spoil the sum
   * of all others.
   */
  missingMaxCount: 10_000,
  /** design: a page that has sent something since then may just be sending the rest. */
  arrivingMs: 600_000,
  /** design: documents in one statement that looks for their reports of losses. */
  statementDocumentsCount: 500,
  /** design: reports of losses that such a statement reads. */
  statementLossesCount: 5_000,
  /**
   * design: names of hosts that a server counts in an hour; pages of a further one count without a
   * name. Requests can name any.
   */
  servedHostsCount: 200,
  /** design: rows with counts of pages that wait for the store: two days of an absent one. */
  waitingPagesCount: 10_000,
  /** design: pause between two writes of served pages. */
  writePagesMs: 5_000,
  /** design: players send within 10 s; hours that ended later than this are not compared. */
  heardWithinMs: 600_000,
  /**
   * design: the time whose hosts are compared: the latest days of a filter. A server with 200
   * hosts has 33,600 rows in them, which SQLite reads in less than 0.1 s.
   */
  comparedHostsDays: 7,
  /** design: hosts that are compared, those with the most pages. */
  comparedHostsCount: 500,
  /** design: hosts whose page loads are read from each store, those with the most. */
  heardHostsCount: 5_000,
  /** design: pages of a host without which its share says nothing, and of all others together. */
  silentFromPagesCount: 50,
  /** design: how much higher a host's silent share is than that of all others, at least. */
  silentMorePercent: 10,
  /**
   * design: standard errors between the two shares (two-proportion z-test), at least. With equal
   * shares, chance exceeds it in one of 30,000 comparisons.
   */
  silentFromZ: 4,
} as const;
