import { httpLimits } from '../http-limits.ts';

/** Limits the rate of each client: a burst of one minute's amount, then an even pace. */
export interface RateLimit {
  /** @returns milliseconds until the client may continue; 0 if it may now */
  waitMs(client: string): number;
  /**
   * Records an amount of work. It may be known only afterwards and exceed the client's rest; the
   * client then waits until the excess has been made up for.
   */
  take(client: string, amount?: number): void;
  /** Number of clients in the table. */
  readonly size: number;
}

export interface RateLimitOptions {
  /** Amount per client and minute; 0 for no limit. */
  perMinute: number;
  /** Milliseconds of any clock. */
  now: () => number;
  maxClients?: number;
}

const minuteMs = 60_000;
/** Tolerance for rounding of fractions of a millisecond. */
const toleranceMs = 0.001;

/**
 * A token bucket as a generic cell rate algorithm (ITU-T I.371). It stores one number for each
 * client: when all of its work would be done at an even pace. A client that is not in the table has
 * been idle.
 */
export function createRateLimit({
  perMinute,
  now,
  maxClients = httpLimits.rateClientsMaxCount.value,
}: RateLimitOptions): RateLimit {
  const startMs = now();
  const stepMs = perMinute === 0 ? 0 : minuteMs / perMinute;
  /**
   * Two halves of the table. When `recent` is full, the clients in `older`, which were idle
   * longest, are dropped.
   */
  let recent = new Map<string, number>();
  let older = new Map<string, number>();

  /** At most two minutes from now: a later time was recorded before the clock was set back. */
  function paidUntil(client: string, nowMs: number): number {
    const untilMs = recent.get(client) ?? older.get(client) ?? nowMs;
    const latestMs = nowMs + 2 * minuteMs;
    if (untilMs > latestMs) note(client, latestMs);
    return Math.min(Math.max(untilMs, nowMs), latestMs);
  }

  function note(client: string, untilMs: number): void {
    recent.set(client, untilMs);
    older.delete(client);
    if (recent.size < maxClients / 2) return;
    older = recent;
    recent = new Map();
  }

  return {
    waitMs(client) {
      const nowMs = now() - startMs;
      const wait = paidUntil(client, nowMs) + stepMs - minuteMs - nowMs;
      return wait > toleranceMs ? wait : 0;
    },
    take(client, amount = 1) {
      if (stepMs === 0) return;
      const nowMs = now() - startMs;
      note(client, paidUntil(client, nowMs) + amount * stepMs);
    },
    get size() {
      return recent.size + older.size;
    },
  };
}
