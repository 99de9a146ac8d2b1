/** Comparisons of experiments */
export const experimentLimits = {
  /** design: playbacks of each arm that a comparison is made from, the latest. */
  playbacksCount: 10_000,
  /** design: measured embeds that a comparison looks through, the latest. */
  embedsCount: 10_000,
  /** design: rows that are read before other work gets its turn; they take some milliseconds. */
  turnCount: 500,
  /** design: experiments of one page that are stored; a server runs no more. */
  armsCount: 5,
  /** design: with fewer values in an arm, the interval of a change says nothing. */
  comparedMinCount: 50,
  /** design: normal quantile of the intervals that are shown: 95 % confidence. */
  shownNormal: 1.96,
  /**
   * design: normal quantile of the intervals that end an experiment: 99.9 % confidence, because it
   * is compared again every minute.
   */
  retreatNormal: 3.29,
} as const;
