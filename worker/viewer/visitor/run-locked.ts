import { visitorLimits } from '../../../shared/limits/visitor-limits.ts';
import { err, type Result } from '../../../shared/tools/result.ts';
import type { VisitorFetchFailure } from './fetch-visitor-id.ts';
import type { VisitorIdRefusal } from './visitor-id-refusal.ts';

export type VisitorIdFailure = VisitorIdRefusal | VisitorFetchFailure | 'WAITING';

export interface RunLockedDeps {
  /** `null` where locks are missing or denied; then two pages may fetch at the same time. */
  locks: LockManager | null;
  timeoutSignal(ms: number): AbortSignal;
  /** Why no id is allowed now. */
  refusal(): Result<never, VisitorIdRefusal> | null;
}

const lockName = 'offstage:visitor-id';

/** Fetches once at a time among all pages of the origin. */
export async function runLocked(
  { locks, timeoutSignal, refusal }: RunLockedDeps,
  renew: () => Promise<Result<string, VisitorIdFailure>>,
): Promise<Result<string, VisitorIdFailure>> {
  if (locks === null) return renew();
  let isHeld = false;
  try {
    // A page that hangs while holding the lock delays others no longer than a server may.
    const signal = timeoutSignal(visitorLimits.waitMs);
    return await locks.request(lockName, { signal }, () => {
      isHeld = true;
      return refusal() ?? renew();
    });
  } catch (error) {
    if (isHeld) return err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
    // Locks are denied, or another page holds this one for too long.
    return renew();
  }
}
