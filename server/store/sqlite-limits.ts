import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the cost of another program's lock on the SQLite store. */
export const sqliteLimits = {
  busyWaitMs: {
    value: 100,
    bounds: 'milliseconds that the server blocks while waiting for another program’s lock',
    scope: 'server',
    over: '503 `STORE_BUSY`, `Retry-After: 1`',
  },
  busyPauseMs: {
    value: 1_000,
    bounds: 'milliseconds after that in which no request waits for the lock',
    scope: 'server',
    over: '503 `STORE_BUSY`, `Retry-After: 1`, at once',
  },
} satisfies Record<string, CostLimit>;
