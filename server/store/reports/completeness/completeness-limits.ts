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
} as const;
