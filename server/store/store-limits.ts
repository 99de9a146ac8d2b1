import type { CostLimit } from '../http/cost-limit.ts';

export const storeLimits = {
  receiptsInTransactionCount: {
    value: 20,
    bounds: 'receipts read in one transaction; further ones wait for the next',
    scope: 'server',
    over: 'waits',
  },
  writeProbeEveryMs: {
    value: 1_000,
    bounds: 'milliseconds for which /readyz and /metrics repeat the result of a failed probe write',
    scope: 'server',
    over: '503 with the code of that result, `Retry-After`',
  },
  commitMs: {
    value: 10_000,
    bounds: 'milliseconds for PostgreSQL and its standbys to confirm a commit',
    scope: 'request',
    over: '503 `STORE_AWAY`, `Retry-After`',
  },
} as const satisfies Readonly<Record<string, CostLimit>>;
