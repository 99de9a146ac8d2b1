/** RxPlayer */
export const dashLimits = {
  /** RxPlayer: its default for how far ahead to fetch. */
  goalSec: 30,
  /**
   * design: while a live stream waits, interval of the checks whether its sender is paused; longer
   * than most segments, and two are over before starved media is fetched again.
   */
  senderCheckMs: 5_000,
  /**
   * design: playback this far beyond the stream's end belongs to an earlier start of its sender.
   */
  beyondEndSec: 2,
} as const;
