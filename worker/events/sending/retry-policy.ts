import { queueLimits } from '../../../shared/limits/queue-limits.ts';

/**
 * Wait before the next attempt, after a failure that may be the network's fault.
 * @param failures consecutive failures, 1 or more
 * @param random 0 to 1; spreads the retries of many pages that lost the same server
 * @returns milliseconds: 5,000; from 10 consecutive failures on, a random value between that and a
 * limit that doubles up to a minute
 */
export function retryWaitMs(failures: number, random: number): number {
  if (failures < queueLimits.potentialErrorLimit) return queueLimits.retryDelayMs;
  const limitMs = Math.min(
    queueLimits.slowRetryMaxMs,
    queueLimits.retryDelayMs * 2 ** (failures - queueLimits.potentialErrorLimit + 1),
  );
  return queueLimits.retryDelayMs + random * (limitMs - queueLimits.retryDelayMs);
}

/**
 * Whether the request itself is at fault: 4xx, except 408 (time-out) and 429 (too many requests).
 */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * @param value of a Retry-After header: seconds or an HTTP date
 * @returns milliseconds from now, `null` without a usable value
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  // Bounded, because a long delay would overflow the timer, which then fires at once.
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), queueLimits.retryAfterMaxMs);
}
