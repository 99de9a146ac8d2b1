import type { CostLimit } from './cost-limit.ts';

/** What viewers may keep on the server by way of the API's commands. */
export const viewerLimits = {
  viewerBytes: {
    value: 200_000,
    bounds: 'bytes of one viewer’s subscriptions, preferences, edits and feedback; each row counts 100 more',
    scope: 'viewer',
    over: 'the oldest feedback goes; where that is not enough 413 `VIEWER_FULL`',
  },
  totalBytes: {
    value: 2_000_000_000,
    bounds: 'bytes of all viewers’ own things together',
    scope: 'server',
    over: '507 `VIEWERS_FULL`',
  },
  newViewersPerHour: {
    value: 120,
    bounds: 'viewers an hour of whom the server keeps something for the first time',
    scope: 'client',
    over: '429 `TOO_MANY_VIEWERS`, `Retry-After`',
  },
} satisfies Record<string, CostLimit>;
