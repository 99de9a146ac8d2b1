/** Collecting events on the page */
export const collectorLimits = {
  /**
   * design: how long the page collects events before it posts them to the worker in one message.
   */
  collectMs: 100,
  /** design: flush when this many events are waiting. */
  collectCount: 100,
  /**
   * design: maximum that one page passes to `sendBeacon` at its end; the platform's budget is 64
   * KiB for the whole page.
   */
  beaconMaxBytes: 60_000,
  /**
   * design: after this many consecutive events that no longer fit a beacon, the rest is skipped;
   * serializing each costs the main thread time.
   */
  beaconMissCount: 20,
  /** design: the longest time from a page's hiding to the `pagehide` that belongs to it. */
  exitSpreadMs: 2_000,
  /**
   * design: maximum events kept by a page without services (no worker survives, and its own cannot
   * be loaded).
   */
  keptAloneCount: 10_000,
  /**
   * design: maximum events waiting for the viewer's consent; when full, the oldest of the lowest
   * tier are dropped.
   */
  keptPendingCount: 1_000,
  /**
   * design: if events are neither delivered nor dropped for this long, the page checks whether its
   * services are alive.
   */
  watchMs: 10_000,
  /**
   * design: groups whose next sequence index is remembered; when full, the least recently used is
   * dropped and would start at 0 again.
   */
  sequenceGroupsCount: 1_000,
  /**
   * design: maximum errors of a page that are processed, repeats included; an error in every frame
   * must not cost for ever.
   */
  errorsCount: 100,
} as const;
