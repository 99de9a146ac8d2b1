import { probeLimits } from '../../shared/limits/probe-limits.ts';
import type { Clock } from '../../shared/tools/clock.ts';

/** Specification §4, DCLKSTAT. */
const adStatus = { loaded: 1, notLoaded: 2, timedOut: 3 } as const;
export type AdStatus = (typeof adStatus)[keyof typeof adStatus];

export interface AdStatusDeps {
  /** Absolute URL of the ads provider's script. */
  url: string;
  fetch: typeof fetch;
  /**
   * Has the page fetch a script without running it.
   * @returns whether it loaded
   * @throws (rejects) when the signal aborts
   */
  preload(url: string, signal: AbortSignal): Promise<boolean>;
  clock: Clock;
  /** Ends the probe early; the script then counts as not loaded. */
  signal: AbortSignal;
}

/**
 * Whether the viewer's browser loads an ads provider's script. The script is never run. From
 * another origin's server, a worker only learns that there was an answer. Then the page preloads
 * the script and learns whether it failed.
 */
export async function probeAdStatus({
  url,
  fetch,
  preload,
  clock,
  signal,
}: AdStatusDeps): Promise<AdStatus> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  let isLate = false;
  const cancelTimer = clock.setTimer(() => {
    isLate = true;
    end();
  }, probeLimits.adStatusTimeoutMs);
  try {
    const { ok, type } = await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      // A response cached before a blocker was installed proves nothing.
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    const hasLoaded = type === 'opaque' ? await preload(url, ending.signal) : ok;
    return hasLoaded ? adStatus.loaded : adStatus.notLoaded;
  } catch {
    return isLate ? adStatus.timedOut : adStatus.notLoaded;
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', end);
    // Cancels the body, if there is any.
    end();
  }
}
