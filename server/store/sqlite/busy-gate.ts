import { sqliteLimits } from '../sqlite-limits.ts';

/**
 * After an attempt has met another program's lock, fails fast for a while: each further attempt
 * would block this process's only thread.
 */
export interface BusyGate {
  /**
   * Runs `work`, unless an attempt in the last `sqliteLimits.busyPauseMs` has met a lock.
   * @throws the error of that attempt
   */
  pass<T>(work: () => T): T;
}

/**
 * @param isBusy whether an error means that another program holds the lock
 * @param now milliseconds of any clock; if it goes back, the gate opens
 */
export function createBusyGate(isBusy: (error: unknown) => boolean, now: () => number): BusyGate {
  let met: { error: unknown; atMs: number } | null = null;

  function note(error: unknown): never {
    if (isBusy(error)) met = { error, atMs: now() };
    throw error;
  }

  return {
    pass(work) {
      if (met !== null) {
        const sinceMs = now() - met.atMs;
        if (sinceMs >= 0 && sinceMs < sqliteLimits.busyPauseMs.value) throw met.error;
        met = null;
      }
      try {
        const result = work();
        return result instanceof Promise ? (result.catch(note) as typeof result) : result;
      } catch (error) {
        return note(error);
      }
    },
  };
}
