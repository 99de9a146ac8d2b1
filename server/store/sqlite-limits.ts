import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the cost of another program's lock on the SQLite store. */
export const sqliteLimits = {
  busyWaitMs: {
    value: 100,
    bounds:
      'milliseconds for which the server waits for another program’s lock, and does nothing else',
    scope: 'server',
    over: '503 `STORE_BUSY`, `Retry-After: 1`',
  },
  busyPauseMs: {
    value: 1_000,
    bounds: 'milliseconds after that in which nothing waits for the lock again',
    scope: 'server',
    over: '503 `STORE_BUSY`, `Retry-After: 1`, at once',
  },
} satisfies Record<string, CostLimit>;
