/** The part of `limits.ts` that only the host protocols' script needs. */

/** The host interface */
export const hostLimits = {
  /** YouTube IFrame API: as many videos may be given by id. */
  playlistMaxCount: 5_000,
  /** design: `onReady` to the `onError` of a video that was never playable; Plyr listens 50 ms after ready, on a busy page later. */
  errorAfterReadyMs: 250,
  /** design: parts of a video that a host may watch at a time. */
  cueRangeMaxCount: 1_000,
  /** design: listeners that a `player.js` host may have for one event. */
  listenerMaxCount: 100,
} as const;
