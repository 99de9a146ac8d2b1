/** Held by the one worker of the origin that takes up what dead documents left behind. */
export const drainerLockName = 'offstage:drainer';

export interface HoldLockOptions {
  locks: LockManager | null;
  name: string;
  mode: LockMode;
  /** Ends the hold, or the wait for it. */
  signal: AbortSignal;
}

/** @returns `true` once the lock is held, `false` where there are no locks: missing, denied, or aborted while waiting */
export function holdLock({ locks, name, mode, signal }: HoldLockOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        resolve(true);
        signal.addEventListener('abort', () => release(), { once: true });
        if (signal.aborted) release();
      });
    try {
      // Some browsers throw where storage is denied, others reject.
      if (locks === null) resolve(false);
      else locks.request(name, { mode, signal }, hold).catch(() => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
