import { httpLimits } from '../http-limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRateLimit } from './rate-limit.ts';

/**
 * The budget that a request counts against. Each kind of path declares it (`answer-headers.ts`);
 * the default is `calls`. Files being sent have a separate limit (`file-answers.ts`), and so do
 * held requests (`held-requests.ts`).
 */
export type RequestBudget =
  /** Pages, API calls, the intake, and all others. */
  | 'calls'
  /** A player requests many, and in ranges. */
  | 'files'
  /** Live playlists and parts. */
  | 'live'
  /** Availability checks, and preflights. */
  | 'checks';

/** A rate limit for each client and budget. */
export type RequestBudgets = Readonly<Record<RequestBudget, RateLimit>>;

/**
 * @param deps `perMinute`: calls per minute (`--rate-limit`), multiplied for the other budgets; 0
 *   for no limit
 */
export function createRequestBudgets(deps: {
  perMinute: number;
  now: () => number;
}): RequestBudgets {
  const { perMinute, now } = deps;
  return {
    calls: createRateLimit({ perMinute, now }),
    files: createRateLimit({ perMinute: perMinute * httpLimits.filesRateFactor.value, now }),
    live: createRateLimit({ perMinute: perMinute * httpLimits.liveRateFactor.value, now }),
    checks: createRateLimit({ perMinute: perMinute * httpLimits.checksRateFactor.value, now }),
  };
}
