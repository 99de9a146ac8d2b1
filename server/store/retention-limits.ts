import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the cost of removing old rows. */
export const retentionLimits = {
  stepMs: {
    value: 20,
    bounds:
      'milliseconds that one step of expiry in SQLite aims at; the next step is smaller when one took longer',
    scope: 'server',
    over: 'the next step removes half the number of rows',
  },
  stepRows: {
    value: 500,
    bounds: 'rows that one step of expiry removes',
    scope: 'server',
    over: 'the rest goes in further steps, between which requests are answered',
  },
  stepRowsMin: {
    value: 16,
    bounds: 'rows that one step of expiry removes however slow the disk is',
    scope: 'server',
    over: '–',
  },
  viewerDays: {
    value: 180,
    bounds: 'days for which the own things of a viewer who does not come back are kept',
    scope: 'viewer',
    over: 'the viewer’s subscriptions, preferences, edits and feedback are removed',
  },
} satisfies Record<string, CostLimit>;
