/** The debug panel */
export const debugLimits = {
  /** design: interval at which the panel shows the player's status. */
  updateMs: 500,
  /** design: spans shown, from both threads, ordered by time. */
  shownSpansCount: 8,
} as const;
