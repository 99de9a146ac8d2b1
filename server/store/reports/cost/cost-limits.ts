/** Reports of what the player costs viewers */
export const costLimits = {
  /**
   * design: measured embeds that an answer is made from, the latest of its first condition; at one
   * embed in ten, they stand for 100,000.
   */
  countedCount: 10_000,
  /** design: rows that are read before other work gets its turn; they take some milliseconds. */
  turnCount: 500,
  /** design: the smallest share of all embeds that is measured; a smaller one is invented. */
  shareMin: 0.001,
  /** design: the name of a group, such as a version or an engine. */
  nameMaxChars: 50,
  /** design: experiments of an embed that are compared. */
  experimentsCount: 5,
  /** design: the name of a script. */
  scriptMaxChars: 100,
  /** design: scripts that are kept of a report. */
  scriptsCount: 10,
  /** design: groups in an answer, by each dimension. */
  groupsCount: 50,
  /** design: a group with fewer reports is not compared with others: its percentile says little. */
  groupReportsCount: 10,
  /** design: scripts in an answer. */
  worstScriptsCount: 20,
} as const;
