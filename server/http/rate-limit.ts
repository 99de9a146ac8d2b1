import { httpLimits } from '../limits/http-limits.ts';

/** Bounds how often each client does something: a minute's worth at once, and evenly from then on. */
export interface RateLimit {
  /** @returns milliseconds until the client may do it; 0 when it may now */
  waitMs(client: string): number;
  /** The client does it. */
  take(client: string): void;
  /** Clients that are remembered. */
  readonly size: number;
}

export interface RateLimitOptions {
  /** How often a client may; 0 means as often as it likes. */
  perMinute: number;
  /** Milliseconds of any clock. */
  now: () => number;
  maxClients?: number;
}

const minuteMs = 60_000;
/** Sums of fractions of a millisecond are a little off. */
const toleranceMs = 0.001;

/**
 * A token bucket in the form of the generic cell rate algorithm (ITU-T I.371): one number for each client, the moment at which all
 * that it has done would have been done at an even pace. Who is not in the table has done nothing lately.
 */
export function createRateLimit({
  perMinute,
  now,
  maxClients = httpLimits.rateClientsMaxCount.value,
}: RateLimitOptions): RateLimit {
  const startMs = now();
  const stepMs = perMinute === 0 ? 0 : minuteMs / perMinute;
  /** The longest quiet first. */
  const paidUntilMs = new Map<string, number>();

  /** Not later than a whole minute from now: the clock may have been set back. */
  function paidUntil(client: string, nowMs: number): number {
    return Math.min(Math.max(paidUntilMs.get(client) ?? nowMs, nowMs), nowMs + minuteMs);
  }

  return {
    waitMs(client) {
      const nowMs = now() - startMs;
      const wait = paidUntil(client, nowMs) + stepMs - minuteMs - nowMs;
      return wait > toleranceMs ? wait : 0;
    },
    take(client) {
      if (stepMs === 0) return;
      const nowMs = now() - startMs;
      const next = paidUntil(client, nowMs) + stepMs;
      paidUntilMs.delete(client);
      paidUntilMs.set(client, next);
      if (paidUntilMs.size <= maxClients) return;
      for (const oldest of paidUntilMs.keys()) {
        paidUntilMs.delete(oldest);
        break;
      }
    },
    get size() {
      return paidUntilMs.size;
    },
  };
}
