import { libraryLimits } from '../limits/library-limits.ts';
import type { ProbePool } from './start-probe-pool.ts';

/** How long somebody waits for files that are being read. */
export interface Patience {
  /** @returns `null` when it takes too long */
  wait<T>(coming: Promise<T>): Promise<T | null>;
}

/** Commands wait for all files. */
export const endlessPatience: Patience = { wait: (coming) => coming };

/** For a reading that only puts together what is known by now. */
export const noPatience: Patience = { wait: () => Promise.resolve(null) };

/**
 * Lasts until the threads have computed for `startCpuMs`, or one file needs more than its first attempt: where one file is damaged, a
 * thousand may be. Computing time, because a busy machine needs more time on the clock for the same library. `startWallMs` ends it if the
 * disk does not answer.
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
