import { httpLimits } from '../limits/http-limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRateLimit } from './rate-limit.ts';

/**
 * What a client's request counts against. Each kind of path declares it (`answer-headers.ts`); a path of no kind counts as a call.
 * The files that are being sent are bounded besides (`file-answers.ts`), and so are held requests (`held-requests.ts`).
 */
export type RequestBudget =
  /** Pages, API calls, the intake, and all that is nothing else. */
  | 'calls'
  /** A player asks for many, and in ranges. */
  | 'files'
  /** Live playlists and parts. */
  | 'live'
  /** Whether the server is there, and preflights. */
  | 'checks';

/** A rate for each client and budget. */
export type RequestBudgets = Readonly<Record<RequestBudget, RateLimit>>;

/** @param deps perMinute: calls a minute (`--rate-limit`), of which the others are multiples; 0 is no limit of any */
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
