export interface HoldLockOptions {
  locks: LockManager | null;
  name: string;
  /** Ends the hold, or the wait for it. */
  signal: AbortSignal;
}

/**
 * Holds it together with others (shared).
 * @returns `true` once the lock is held, `false` where there are no locks: missing, denied, or aborted while waiting
 */
export function holdLock({ locks, name, signal }: HoldLockOptions): Promise<boolean> {
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
      else locks.request(name, { mode: 'shared', signal }, hold).catch(() => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
