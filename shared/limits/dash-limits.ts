/** RxPlayer */
export const dashLimits = {
  /** RxPlayer: its default for how far ahead to fetch. */
  goalSec: 30,
} as const;
