/** Reading the media directory */
export const readingLimits = {
  /** design: interval between checks for changes, if they are quick. */
  rescanEveryMs: 2_000,
  /**
   * design: pause after a check, as a multiple of its processor time, so that checks take a small
   * share of the time.
   */
  restFactor: 20,
  /**
   * design: sidecars read, and stamps taken, at a time: enough to keep the disk busy, few enough
   * for any limit of open files.
   */
  openCount: 8,
  /** design: shorter runs of numbered files are listed by name. */
  numberedMinCount: 3,
  /** design: digits of such a number; longer ones would lose precision. */
  numberMaxDigitsCount: 15,
  /** design: ranges of numbered files of a video; further files are listed by name. */
  rangesCount: 1_000,
  /** design: interval between checks of the reading threads’ CPU time. */
  cpuEveryMs: 50,
  /** design: idle threads end after this time, because a library may not change for weeks. */
  threadIdleMs: 5_000,
  /**
   * design: segments of one representation of an MPD. A day of one-second segments has 86,400; each
   * takes about 500 bytes of memory.
   */
  dashSegmentsCount: 100_000,
  /** design: a thread’s message about a file that it cannot read. */
  problemMaxChars: 300,
  /** design: the media type of a file, with its codecs. */
  mimeTypeMaxChars: 500,
  /**
   * design: readings in a row, one a check, that must fail or miss the playlist before a growing
   * stream counts as damaged or removed: its writer may replace the playlist in several steps.
   */
  brokenStreamCount: 4,
  /**
   * RFC 8216bis 4.4.3.8: without the tag, players start this many target durations before it.
   */
  holdBackTargetsCount: 3,
  /** design: larger playlists and MPDs are streamed from the disk, and revalidated on each use. */
  manifestInMemoryBytes: 1_000_000,
  /** design: related videos of a video; an end screen shows no more. */
  relatedCount: 9,
} as const;
