import type { Expired } from './expired.ts';
import type { ExpirySteps } from './expiry-steps.ts';
import type { StoreDriver } from './store-driver.ts';

/** One run that removes what is old. */
export interface Expiry {
  driver: StoreDriver;
  /** What was last heard of before this goes; Unix milliseconds. */
  cutoffMs: number;
  nowMs: number;
  steps: ExpirySteps;
  /** Grows with each step that is committed. */
  expired: Expired;
  /** Ends it after the step that is under way. */
  signal?: AbortSignal | undefined;
}
