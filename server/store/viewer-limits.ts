import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the data that viewers can store with the API's commands. */
export const viewerLimits = {
  viewerBytes: {
    value: 200_000,
    bounds:
      'bytes of one viewer’s subscriptions, preferences, edits and feedback, `rowBytes` for each row included',
    scope: 'viewer',
    over: 'the oldest feedback goes; where that is not enough 413 `VIEWER_FULL`',
  },
  /**
   * Ids, times, and index entries. Stored sizes contain this value, so changing it needs a
   * migration.
   */
  rowBytes: {
    value: 100,
    bounds: 'bytes that each row of a viewer counts for besides its texts',
    scope: 'viewer',
    over: 'counts as bytes of the viewer',
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
