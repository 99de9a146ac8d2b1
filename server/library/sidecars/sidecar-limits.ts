/** Sidecars */
export const sidecarLimits = {
  /** design: an unknown key in a warning. */
  shownKeyMaxChars: 100,
  /** design: shorter words must match exactly, because they have too many neighbours. */
  misspeltMinChars: 5,
  /** design: from this length on, two letters of a word may be wrong. */
  longMinChars: 6,
  /** design: an ISO 8601 time. */
  timeMaxChars: 50,
} as const;
