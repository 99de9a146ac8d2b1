/**
 * Time as a dependency, so that tests can control it. Composition roots create it; `startX`
 * functions receive it.
 */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /**
   * Calls once after `ms` milliseconds.
   * @returns a function that cancels it, harmless after the call
   */
  setTimer(callback: () => void, ms: number): () => void;
}
