import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the data that viewers can store with the API's commands. */
export const viewerLimits = {
  viewerBytes: {
    value: 200_000,
    bounds:
      'bytes of one viewer’s subscriptions, preferences, edits and feedback, `rowBytes` for each row included',
    scope: 'viewer',
    over: 'the oldest feedback is removed; if that is not enough, 413 `VIEWER_FULL`',
  },
  /**
   * Ids, times, and index entries. Stored sizes contain this value, so changing it needs a
   * migration.
   */
  rowBytes: {
    value: 100,
    bounds: 'bytes counted for each row of a viewer besides its texts',
    scope: 'viewer',
    over: 'counted as bytes of the viewer',
  },
  totalBytes: {
    value: 2_000_000_000,
    bounds: 'bytes of all viewers’ data together',
    scope: 'server',
    over: '507 `VIEWERS_FULL`',
  },
  newViewersPerHour: {
    value: 120,
    bounds: 'viewers an hour for whom the server stores data for the first time',
    scope: 'client',
    over: '429 `TOO_MANY_VIEWERS`, `Retry-After`',
  },
} satisfies Record<string, CostLimit>;
