import { libraryLimits } from '../library-limits.ts';
import type { ProbePool } from './start-probe-pool.ts';

/** Limits how long a caller waits for files that are being read. */
export interface Patience {
  /** @returns `null` if it takes too long */
  wait<T>(coming: Promise<T>): Promise<T | null>;
}

/** Commands wait for all files. */
export const endlessPatience: Patience = { wait: (coming) => coming };

/** For a reading that only uses known facts. */
export const noPatience: Patience = { wait: () => Promise.resolve(null) };

/**
 * Ends when the threads have used `startCpuMs`, or when a file exceeds its first attempt: one
 * damaged file suggests many more. It counts CPU time, because a busy machine needs more wall-clock
 * time for the same library. `startWallMs` ends it if the disk does not answer.
 */
export function startPatience(pool: Pick<ProbePool, 'onceSlow'>): Patience & { end(): void } {
  const over = Promise.withResolvers<null>();
  const end = () => over.resolve(null);
  const stop = pool.onceSlow(libraryLimits.startCpuMs.value, end);
  const timer = setTimeout(end, libraryLimits.startWallMs.value).unref();
  return {
    wait: (coming) => Promise.race([coming, over.promise]),
    end() {
      stop();
      clearTimeout(timer);
      end();
    },
  };
}
