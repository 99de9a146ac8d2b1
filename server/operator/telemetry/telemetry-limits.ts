/** Answers of /telemetry */
export const telemetryLimits = {
  /** design: a working day; then the operator must sign in again. */
  sessionSec: 12 * 60 * 60,
  /** design: how long a read-only link can be used. */
  linkSec: 7 * 24 * 60 * 60,
  /** design: a name in a report’s filter. */
  filterMaxChars: 300,
  /** design: an unknown filter in an error message. */
  shownFilterMaxChars: 50,
  /** design: playbacks read from the store at once. */
  playbacksChunkCount: 500,
  /** design: rows read from the store at once, so that memory never holds a whole long answer. */
  rowsChunkCount: 200,
  /** design: the same for documents with gaps: each needs a search through its event numbers. */
  gapsChunkCount: 20,
  /** design: the same for errors: their stacks are resolved. */
  errorsChunkCount: 20,
} as const;
