import type { CostLimit } from '../http/cost-limit.ts';

export const storeLimits = {
  receiptsInTransactionCount: {
    value: 20,
    bounds: 'receipts that are read in one transaction; further ones wait for the next',
    scope: 'server',
    over: 'waits',
  },
  writeProbeEveryMs: {
    value: 1_000,
    bounds: 'time for which /readyz and /metrics repeat the outcome of a probe write that failed',
    scope: 'server',
    over: '503 with the code of that outcome, `Retry-After`',
  },
  commitMs: {
    value: 10_000,
    bounds: 'time that PostgreSQL and its standbys have to confirm a commit',
    scope: 'request',
    over: '503 `STORE_AWAY`, `Retry-After`',
  },
} as const satisfies Readonly<Record<string, CostLimit>>;
