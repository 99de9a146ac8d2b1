/** The media worker */
export const mediaWorkerLimits = {
  /**
   * design: interval at which the page reports a playing video's time. In between the worker
   * estimates it from its clock; every event that stops or moves the time is sent separately.
   */
  timeEveryMs: 5_000,
  /** design: the same for a live stream, whose reports carry the distance to the live edge. */
  liveTimeEveryMs: 1_000,
  /** design: a paused video rests after this long without messages and new media. */
  restAfterMs: 5_000,
} as const;
