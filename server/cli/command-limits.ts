/** Commands of the operator */
export const commandLimits = {
  /**
   * design: rows read at once by `offstage export`, so that memory use does not grow with the
   * store.
   */
  exportRowsCount: 1_000,
  /**
   * design: without a terminal, a line of progress is printed each time this many per cent are
   * done.
   */
  linePercent: 10,
  /** Cloudflare Pages: longer lines of a `_headers` file are ignored. */
  headerLineMaxChars: 2_000,
} as const;
