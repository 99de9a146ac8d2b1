/** As many of the largest batches as one machine should have in memory at a time, over all connections. */
const inFlightMaxBytes = 64_000_000;

/** Bounds what the bodies of all requests that are not yet answered take together. */
export interface BodyBudget {
  /** @returns whether there was room */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export function createBodyBudget(maxBytes: number = inFlightMaxBytes): BodyBudget {
  let takenBytes = 0;
  return {
    take(bytes) {
      if (takenBytes + bytes > maxBytes) return false;
      takenBytes += bytes;
      return true;
    },
    giveBack(bytes) {
      takenBytes -= bytes;
    },
  };
}
