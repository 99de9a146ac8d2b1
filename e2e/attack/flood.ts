/** The target of a flood. */
export interface FloodTarget {
  port: number;
  /** Loopback address that the attacker's connections come from. */
  from: string;
  /** Times the rate of the recipe. */
  scale: number;
  /** How long the flood lasts from its first request on, milliseconds. */
  forMs: number;
}

/** Counts of one flood. */
export interface FloodCount {
  requests: number;
  sentBytes: number;
  /** Answers by status; 0 where the connection ended without one. */
  statuses: Record<number, number>;
}

/** @returns once the flood has ended and its connections are closed */
export type Flood = (target: FloodTarget) => Promise<FloodCount>;
