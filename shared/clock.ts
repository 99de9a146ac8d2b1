/** Time as a dependency, so that tests can hold it. `startX` functions get it, composition roots make it. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Calls once after `ms` milliseconds. @returns its cancellation, harmless after the call */
  setTimer(callback: () => void, ms: number): () => void;
}
