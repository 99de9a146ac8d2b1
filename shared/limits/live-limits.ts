/** Live streams on the page */
export const liveLimits = {
  /**
   * design: distance from the end at which players start: any nearer, they would wait for every
   * segment. Low-latency streams set their own.
   */
  startBehindSec: 6,
  /**
   * design: playback that falls behind its start position by up to this much still counts as live.
   */
  lagMaxSec: 6,
} as const;
