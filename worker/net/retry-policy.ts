import { queueLimits } from '../../shared/services-limits.ts';

/**
 * Wait after a failure that may be the network's fault.
 * @param failures consecutive ones, 1 or more
 * @param random 0 to 1: many pages that lost the same server must not come back at the same moment
 * @returns milliseconds: 5,000; after 10 failures in a row anything between that and a limit that doubles up to a minute
 */
export function retryWaitMs(failures: number, random: number): number {
  const { retryDelayMs, potentialErrorLimit, slowRetryMaxMs } = queueLimits;
  if (failures < potentialErrorLimit) return retryDelayMs;
  const limitMs = Math.min(
    slowRetryMaxMs,
    retryDelayMs * 2 ** (failures - potentialErrorLimit + 1),
  );
  return retryDelayMs + random * (limitMs - retryDelayMs);
}

/** Whether a status is the request's own fault: 4xx, except a time-out (408) and too many requests (429). */
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
  // Not bounded, a long one would also overflow the timer, which then fires at once.
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), queueLimits.retryAfterMaxMs);
}
