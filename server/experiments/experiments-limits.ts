/** Experiments of a server */
export const experimentsLimits = {
  /** design: how often a server compares its experiments, and learns what others have ended. */
  lookEveryMs: 60_000,
  /** design: experiments in a report, the latest. */
  shownCount: 10,
  /** design: experiments of one name that a filter finds, the latest: a new share is a new one. */
  filteredCount: 100,
} as const;
