// Apart from `limits.ts`, all of which is in the first scripts of page and worker: these numbers come with an error.

/** Error reports */
export const errorLimits = {
  /** §8: so many reports leave one document at most. */
  reportsCount: 5,
  /** §9: longer messages are cut … */
  messageMaxChars: 250,
  /** §9: … and so are longer parameters. */
  paramMaxChars: 500,
  /** §9: a report that cannot be sent is kept for 30 days. */
  keptMs: 30 * 24 * 60 * 60 * 1_000,
  /** §9: what is kept is tried again after so long. */
  retryMs: 60_000,
  /** design: reports of all pages of the origin that are kept; further ones are lost. */
  keptCount: 50,
  /** design: the stack is cut to so much; some twenty frames fit. */
  stackMaxChars: 4_000,
  /** design: an error's type is its name. */
  typeMaxChars: 100,
  /** design: parameters of one report; of more the first are told. */
  paramsCount: 10,
  /** design: their names are short identifiers. */
  paramNameMaxChars: 100,
  /** design: all of them as JSON, in which a character may take six. */
  paramsJsonMaxChars: 40_000,
  /** design: a longer body of a report is refused unread; no page sends one. */
  bodyMaxBytes: 200_000,
  /** design: different errors that the server keeps; beyond it the one that came least often, and longest ago, goes. */
  groupsCount: 10_000,
  /** design: source maps that the server has in memory at a time. */
  sourceMapsCount: 8,
} as const;
