export interface HoldLockOptions {
  locks: LockManager | null;
  name: string;
  /** Ends the hold, or the wait for it. */
  signal: AbortSignal;
}

/**
 * Holds the lock in shared mode.
 * @returns `true` once the lock is held; `false` where locks are missing or denied, or if aborted
 * while waiting
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
      // Where storage is denied, some browsers throw and others reject.
      if (locks === null) resolve(false);
      else locks.request(name, { mode: 'shared', signal }, hold).catch(() => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
