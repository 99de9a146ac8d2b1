import type { Clock } from '../../shared/clock.ts';
import { probeLimits } from '../../shared/later-limits.ts';

/** Specification §4, DCLKSTAT. */
const adStatus = { loaded: 1, notLoaded: 2, timedOut: 3 } as const;
export type AdStatus = (typeof adStatus)[keyof typeof adStatus];

export interface AdStatusDeps {
  /** Of the ads provider's script, absolute. */
  url: string;
  fetch: typeof fetch;
  clock: Clock;
  /** Ends it early: it has not loaded then. */
  signal: AbortSignal;
}

/**
 * Whether the viewer's browser lets an ads provider's script come. Nobody runs it, and it learns neither cookies nor the page. Of a
 * server of another origin no more can be seen than that it has answered.
 */
export async function probeAdStatus({ url, fetch, clock, signal }: AdStatusDeps): Promise<AdStatus> {
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
    return ok || type === 'opaque' ? adStatus.loaded : adStatus.notLoaded;
  } catch {
    return isLate ? adStatus.timedOut : adStatus.notLoaded;
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', end);
    // Whatever there is of a body.
    end();
  }
}
