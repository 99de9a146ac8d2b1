const dayMs = 86_400_000;

/** offstage doctor */
export const doctorLimits = {
  /** design: deadline of a check without one of its own. */
  checkMs: 10_000,
  /** design: deadline of the check of the SQLite store: it reads the whole file. */
  storeMs: 30_000,
  /** design: deadline of one HTTP answer, from the name's look-up to the last byte. */
  answerMs: 5_000,
  /** design: longer answers are cut; the server's own have some hundred bytes. */
  answerMaxBytes: 10_000,
  /** design: longer headers are refused. */
  headersMaxBytes: 16_384,
  /** design: deadline of one call of ffmpeg or ffprobe. */
  toolMs: 5_000,
  /** design: longer output is refused; the list of encoders has some 20,000. */
  toolMaxBytes: 1_000_000,
  /** design: clocks further apart than this are reported. `Date` headers are a second exact. */
  clockWarningMs: 10_000,
  /** design: signed URLs expire visibly early or late from here on. */
  clockProblemMs: 120_000,
  /** design: certificates that end within this time should have been renewed. */
  certificateWarningMs: 14 * dayMs,
  /** design: free space below this is reported: a film of an hour with its renditions. */
  freeWarningBytes: 2_000_000_000,
  /** design: with less, the store soon answers 507. */
  freeProblemBytes: 100_000_000,
  /** design: a hostile answer may have any length; the rest is cut. */
  shownMaxChars: 200,
  /** design: the first tested version of ffmpeg. */
  ffmpegMajor: 5,
  /** design: the first version of PostgreSQL that works. */
  postgresMajor: 15,
  /** design: a store that the server migrates or closes is locked for a moment. */
  busyTimeoutMs: 5_000,
} as const;
