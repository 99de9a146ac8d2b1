/** Traces of sessions */
export const sessionTraceLimits = {
  /**
   * design: an event further from the others than this has an impossible time; a page may be open
   * for weeks.
   */
  reachMs: 31 * 24 * 60 * 60 * 1_000,
  /** design: a label; the facts of an entry have the whole text. */
  labelMaxChars: 100,
  /** design: rows of a track, where slices overlap; what fits none has no length. */
  lanesCount: 8,
  /** design: how far after the last event an arrival is drawn; a later one says how late it is. */
  lateMs: 60_000,
  /** design: length in DevTools of what has none; it draws nothing shorter. */
  momentMs: 0.1,
  /** design: moments of a timed action. */
  ticksCount: 20,
  /** design: entries that are written at once. */
  chunkCount: 500,
} as const;
