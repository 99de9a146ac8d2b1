/** The host interface */
export const hostLimits = {
  /** YouTube IFrame API: maximum videos of a playlist given by ids. */
  playlistMaxCount: 5_000,
  /**
   * design: delay from `onReady` to the `onError` of an unplayable video; Plyr adds its listener 50
   * ms after ready, or later on a busy page.
   */
  errorAfterReadyMs: 250,
  /** design: cue ranges that a host may watch at once. */
  cueRangeMaxCount: 1_000,
  /** design: listeners that a `player.js` host may add for one event. */
  listenerMaxCount: 100,
  /** design: media fetched ahead at most, in seconds, within a host's budget of media. */
  budgetAheadSec: 10,
} as const;
