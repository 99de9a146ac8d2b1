const dayMs = 86_400_000;

/** offstage doctor */
export const doctorLimits = {
  /** design: deadline of a check without one of its own. */
  checkMs: 10_000,
  /** design: deadline of the check of the SQLite store, which reads the whole file. */
  storeMs: 30_000,
  /** design: a store is locked for a moment while a server migrates or closes it. */
  storeBusyMs: 5_000,
  /** design: deadline of one HTTP answer, from the name’s look-up to the last byte. */
  answerMs: 5_000,
  /** design: read of an answer; the server’s own have some hundred bytes. */
  answerMaxBytes: 10_000,
  /** design: headers of an answer; an answer with more is refused. */
  headersMaxBytes: 16_384,
  /** design: a text of a foreign answer in a finding; longer ones are cut. */
  shownMaxChars: 200,
  /** design: deadline of one call of ffmpeg or ffprobe. */
  toolMs: 5_000,
  /** design: output of such a call; the list of encoders has some 20,000. */
  toolMaxBytes: 1_000_000,
  /** design: the oldest tested version of ffmpeg. */
  ffmpegMinMajor: 5,
  /** design: the oldest supported version of PostgreSQL. */
  postgresMinMajor: 15,
  /** design: clocks further apart are a warning; `Date` headers count whole seconds. */
  clockWarningMs: 10_000,
  /** design: clocks further apart are a problem: signed URLs expire visibly early or late. */
  clockProblemMs: 120_000,
  /** design: a certificate that ends within this time should have been renewed. */
  certificateWarningMs: 14 * dayMs,
  /** design: less free space is a warning; a film of an hour with its renditions needs it. */
  freeWarningBytes: 2_000_000_000,
  /** design: less free space is a problem: the store soon answers 507. */
  freeProblemBytes: 100_000_000,
} as const;
