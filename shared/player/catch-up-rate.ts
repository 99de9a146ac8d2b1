import { catchUpRateLimits } from '../limits/catch-up-rate-limits.ts';

/** @returns whether a live stream's rate is that of a catch-up, which viewers cannot choose */
export function isCatchUpRate(rate: number): boolean {
  return rate > 1 && rate <= catchUpRateLimits.maxRate;
}

/** @returns whether viewer or host chose this rate of a live stream, against following its edge */
export function isChosenRate(rate: number): boolean {
  return rate !== 1 && !isCatchUpRate(rate);
}
