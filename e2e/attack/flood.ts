/** The target of a flood. */
export interface FloodTarget {
  port: number;
  /** Loopback address that the attacker's connections come from. */
  from: string;
  /** Multiplier of the recipe's rate. */
  scale: number;
  /** Duration of the flood from its first request, milliseconds. */
  forMs: number;
}

/** Counts of one flood. */
export interface FloodCount {
  requests: number;
  sentBytes: number;
  /** Answers by status; 0 if the connection ended without one. */
  statuses: Record<number, number>;
}

/** @returns once the flood has ended and its connections are closed */
export type Flood = (target: FloodTarget) => Promise<FloodCount>;
