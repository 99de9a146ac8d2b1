/** Rate of a live stream that catches up */
export const catchUpRateLimits = {
  /**
   * design: maximum. Below 1.25, the lowest faster rate that viewers can choose, so that neither is
   * taken for the other.
   */
  maxRate: 1.2,
} as const;
