import type { Expired } from './expired.ts';
import type { SmallSteps } from './small-steps.ts';
import type { StoreDriver } from './store-driver.ts';

/** One run that removes old rows. */
export interface Expiry {
  driver: StoreDriver;
  /** Rows last received before this time are removed; Unix milliseconds. */
  cutoffMs: number;
  nowMs: number;
  steps: SmallSteps;
  /** Grows with each committed step. */
  expired: Expired;
  /** Ends the run after the current step. */
  signal?: AbortSignal | undefined;
}
