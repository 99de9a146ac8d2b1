import { httpLimits } from '../limits/http-limits.ts';

/** Bounds how much each client does of something: a minute's worth at once, and evenly from then on. */
export interface RateLimit {
  /** @returns milliseconds until the client may do one more; 0 when it may now */
  waitMs(client: string): number;
  /**
   * The client has done this much. How much it is may be known only afterwards, and may be more than the client had left: then it waits until
   * that is made up for.
   */
  take(client: string, amount?: number): void;
  /** Clients that are remembered. */
  readonly size: number;
}

export interface RateLimitOptions {
  /** How much a client may do; 0 means as much as it likes. */
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
 * that it has done would have been done at an even pace. Clients that are not in the table have done nothing lately.
 */
export function createRateLimit({
  perMinute,
  now,
  maxClients = httpLimits.rateClientsMaxCount.value,
}: RateLimitOptions): RateLimit {
  const startMs = now();
  const stepMs = perMinute === 0 ? 0 : minuteMs / perMinute;
  /** Two halves of the table. When the recent one is full, the clients of the other one were quiet for longest and are forgotten. */
  let recent = new Map<string, number>();
  let older = new Map<string, number>();

  /** At most two minutes from now: what lies later was noted before the clock was set back. */
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
