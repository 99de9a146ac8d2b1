/** Latency timing */
export const latencyLimits = {
  /** §9: repeats of a key (an action of a playback) that are logged; others are only counted. */
  repeatsMax: 5,
  /** §9: age at which a key and its repeats are forgotten. */
  keyMs: 60_000,
  /** design: keys remembered at once; when full, the oldest is dropped. */
  keysCount: 1_000,
  /** design: moments in one action. */
  ticksCount: 20,
  /**
   * design: durations kept for each kind of action in a playback, for its median; when full, the
   * oldest are dropped.
   */
  durationsCount: 100,
  /** design: playbacks whose durations are remembered. */
  playbacksCount: 20,
} as const;
