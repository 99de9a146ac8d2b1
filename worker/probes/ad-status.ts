import type { Clock } from '../../shared/clock.ts';
import { probeLimits } from '../../shared/later-limits.ts';

/** Specification §4, DCLKSTAT. */
const adStatus = { loaded: 1, notLoaded: 2, timedOut: 3 } as const;
export type AdStatus = (typeof adStatus)[keyof typeof adStatus];

export interface AdStatusDeps {
  /** Of the ads provider's script, absolute. */
  url: string;
  fetch: typeof fetch;
  /** The page's word on whether a script comes that it fetches and does not run. @throws (rejects) when the signal ends it */
  preload(url: string, signal: AbortSignal): Promise<boolean>;
  clock: Clock;
  /** Ends it early: it has not loaded then. */
  signal: AbortSignal;
}

/**
 * Whether the viewer's browser lets an ads provider's script come. Nobody runs it. Of a server of another origin a worker sees no more
 * than that it has answered, so then the page preloads the script, and is told whether it was an error.
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
      // What the browser kept from a time without a blocker says nothing.
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    const hasCome = type === 'opaque' ? await preload(url, ending.signal) : ok;
    return hasCome ? adStatus.loaded : adStatus.notLoaded;
  } catch {
    return isLate ? adStatus.timedOut : adStatus.notLoaded;
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', end);
    // Whatever there is of a body.
    end();
  }
}
