/** Playback statistics */
export const playbackStatsLimits = {
  /**
   * design: interval of watch-time events while a video plays; a page that is killed loses no more.
   */
  watchtimeEveryMs: 30_000,
  /** design: pauses in faster succession do not each send watch time; the next event does. */
  watchtimePauseMs: 100,
  /** design: watched segments in one event; seeking adds segments, not events. */
  segmentsMaxCount: 100,
  /**
   * CTA-5004-B: interval of reports to the operator's collector while a video plays, besides those
   * with a cause.
   */
  cmcdEveryMs: 30_000,
  /**
   * design: margin of watch time for late `timeupdate` events, which fire four times a second if
   * the page is not busy.
   */
  timeLateMs: 1_000,
} as const;
