import { sqliteLimits } from '../../limits/sqlite-limits.ts';

/**
 * Fails at once for a while after an attempt that has met another program's lock: each attempt to get it stops this process's only
 * thread.
 */
export interface BusyGate {
  /**
   * Runs `work`, unless one before it has met a lock within `sqliteLimits.busyPauseMs`.
   * @throws what that one threw
   */
  pass<T>(work: () => T): T;
}

/**
 * @param isBusy whether an error says that another program holds the lock
 * @param now milliseconds of any clock; one that is set back opens the gate
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
