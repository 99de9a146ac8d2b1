/** Error reports */
export const errorLimits = {
  /** §8: maximum error reports from one document. */
  reportsCount: 5,
  /** §9: longer messages are cut. */
  messageMaxChars: 250,
  /** §9: longer parameters are cut. */
  paramMaxChars: 500,
  /** §9: a report that cannot be sent is stored for 30 days. */
  keptMs: 30 * 24 * 60 * 60 * 1_000,
  /** §9: wait before stored reports are retried. */
  retryMs: 60_000,
  /** design: maximum stored reports, over all pages of the origin; further ones are lost. */
  keptCount: 50,
  /** design: longer stacks are cut; about twenty frames fit. */
  stackMaxChars: 4_000,
  /** design: an error's type is its name. */
  typeMaxChars: 100,
  /** design: parameters of one report; only the first are sent. */
  paramsCount: 10,
  /** design: parameter names are short identifiers. */
  paramNameMaxChars: 100,
  /** design: all parameters as JSON, where one character may take six. */
  paramsJsonMaxChars: 40_000,
  /** design: longer report bodies are refused unread; no page sends one. */
  bodyMaxBytes: 200_000,
  /**
   * design: different errors that the server stores; when full, the rarest and oldest is dropped.
   */
  groupsCount: 10_000,
  /** design: source maps that the server keeps in memory. */
  sourceMapsCount: 8,
} as const;
