import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the cost of removing old rows. */
export const retentionLimits = {
  stepMs: {
    value: 20,
    bounds:
      'target milliseconds for one expiry step in SQLite; after a longer step, the next one is smaller',
    scope: 'server',
    over: 'the next step removes half the number of rows',
  },
  stepRows: {
    value: 500,
    bounds: 'rows removed in one expiry step',
    scope: 'server',
    over: 'the rest is removed in further steps; requests are answered between them',
  },
  stepRowsMin: {
    value: 16,
    bounds: 'rows removed in one expiry step even on a slow disk',
    scope: 'server',
    over: '–',
  },
  viewerDays: {
    value: 180,
    bounds: 'days for which the data of an inactive viewer is kept',
    scope: 'viewer',
    over: 'the viewer’s subscriptions, preferences, edits and feedback are removed',
  },
} satisfies Record<string, CostLimit>;
