/** Clients that are remembered at a time, at about 150 bytes each. */
const clientsMaxCount = 100_000;

const minuteMs = 60_000;

/** Bounds how much each client spends of something a minute. What is spent may be known only afterwards. */
export interface SpendLimit {
  /** @returns milliseconds until the client may spend again; 0 when it may now */
  waitMs(client: string): number;
  /** The client has spent this much, which may be more than it had left: then it waits until that is made up for. */
  spend(client: string, amount: number): void;
}

export interface SpendLimitOptions {
  /** How much a client may spend; 0 means as much as it likes. */
  perMinute: number;
  /** Milliseconds of any clock. */
  now: () => number;
  maxClients?: number;
}

/**
 * A token bucket as in `rate-limit.ts`: one number for each client, the moment at which all that it has spent would have been spent
 * at an even pace. A minute's worth may be spent at once.
 */
export function createSpendLimit({
  perMinute,
  now,
  maxClients = clientsMaxCount,
}: SpendLimitOptions): SpendLimit {
  const startMs = now();
  /** The client that was quiet for longest first: it is forgotten when the table is full. */
  const paidUntilMs = new Map<string, number>();

  /** Not later than two minutes from now: the clock may have been set back. */
  function paidUntil(client: string, nowMs: number): number {
    return Math.min(Math.max(paidUntilMs.get(client) ?? nowMs, nowMs), nowMs + 2 * minuteMs);
  }

  return {
    waitMs(client) {
      const nowMs = now() - startMs;
      return Math.max(0, paidUntil(client, nowMs) - minuteMs - nowMs);
    },
    spend(client, amount) {
      if (perMinute === 0) return;
      const nowMs = now() - startMs;
      const next = paidUntil(client, nowMs) + (amount / perMinute) * minuteMs;
      paidUntilMs.delete(client);
      paidUntilMs.set(client, next);
      if (paidUntilMs.size <= maxClients) return;
      for (const quietest of paidUntilMs.keys()) {
        paidUntilMs.delete(quietest);
        break;
      }
    },
  };
}
