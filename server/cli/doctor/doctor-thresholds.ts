const dayMs = 86_400_000;

/** Deadlines and thresholds of `offstage doctor`. All sources: design. */
export const doctorThresholds = {
  /** Deadline of a check without one of its own. */
  checkMs: 10_000,
  /** Deadline of the check of the SQLite store: it reads the whole file. */
  storeMs: 30_000,
  /** Deadline of one HTTP answer, from the name's look-up to the last byte. */
  answerMs: 5_000,
  /** Longer answers are cut; the server's own have some hundred bytes. */
  answerMaxBytes: 10_000,
  /** Longer headers are refused. */
  headersMaxBytes: 16_384,
  /** Deadline of one call of ffmpeg or ffprobe. */
  toolMs: 5_000,
  /** Longer output is refused; the list of encoders has some 20,000. */
  toolMaxBytes: 1_000_000,
  /** Clocks further apart than this are reported. `Date` headers are a second exact. */
  clockWarningMs: 10_000,
  /** Signed URLs expire visibly early or late from here on. */
  clockProblemMs: 120_000,
  /** Certificates that end within this time should have been renewed. */
  certificateWarningMs: 14 * dayMs,
  /** A film of an hour with its renditions. */
  freeWarningBytes: 2_000_000_000,
  /** Less, and the store soon answers 507. */
  freeProblemBytes: 100_000_000,
} as const;
