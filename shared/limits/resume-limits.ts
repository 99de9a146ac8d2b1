/** Where viewers left videos */
export const resumeLimits = {
  /** design: videos whose place is stored, the newest. */
  keptCount: 50,
  /** design: lifetime of a place. */
  lifeMs: 30 * 24 * 60 * 60 * 1_000,
  /** design: a viewer who leaves earlier starts from the beginning next time. */
  fromSec: 30,
  /** design: if at most this share of the video is left, it starts from the beginning next time. */
  endShare: 0.05,
  /** design: how often the place is stored while a video plays. */
  everyMs: 10_000,
  /** design: once this much has played, a place that arrives late no longer seeks. */
  graceSec: 8,
  /** design: how long a notice tells the viewer that the video was resumed. */
  noticeSec: 8,
} as const;
