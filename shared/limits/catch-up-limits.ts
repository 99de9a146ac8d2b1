/** Catching up with the edge of a live stream */
export const catchUpLimits = {
  /**
   * design: a seek back by more than this, or a pause that takes longer, is the choice of another
   * moment: no catch-up follows.
   */
  elsewhereSec: 1,
  /** design: playback farther than this behind its target latency catches up. */
  fromSec: 0.4,
  /** design: rates of a catch-up are multiples of this. */
  rateStep: 0.05,
  /**
   * design: maximum. Below 1.25, the lowest faster rate that viewers can choose, so that neither is
   * taken for the other.
   */
  maxRate: 1.2,
  /**
   * design: the rate would make up the distance in this time. A page whose thread is busy for that
   * long resets the rate too late, and still does not pass the target.
   */
  overSec: 3,
  /** design: with less media ahead than this, a faster rate would only bring the next stall. */
  aheadMinSec: 0.5,
  /**
   * design: playback farther than this behind its target jumps. At the maximum rate this distance
   * takes 7.5 s.
   */
  jumpFromSec: 1.5,
  /**
   * design: a jump follows this much playback since the start or the last seek. Before it, the
   * viewer has seen nothing, and a jump would discard the media that have just arrived.
   */
  jumpAfterSec: 1,
  /** design: minimum interval between two jumps. */
  jumpEveryMs: 5_000,
  /** design: maximum jumps within `stallMs`; then only the rate catches up. */
  jumpMaxCount: 3,
  /** design: stalls and jumps within `stallMs` that change nothing: one of each. */
  stallFreeCount: 2,
  /** design: each further one raises the target latency by this. */
  stallSec: 0.5,
  /** design: maximum by which stalls raise the target latency. */
  stallMaxSec: 2,
  /** design: a stall is forgotten after this time. */
  stallMs: 60_000,
} as const;
