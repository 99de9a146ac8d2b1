import { readingLimits } from './reading-limits.ts';

/**
 * Looks at intervals. If files change constantly, checks must still leave most of the time to
 * other work.
 * @param everyMs interval in milliseconds; the first check comes after it
 * @param rescan resolves to the milliseconds that it has worked
 * @returns a function that stops the checks
 */
export function startRescans(everyMs: number, rescan: () => Promise<number>): () => void {
  let restsUntilMs = 0;
  const timer = setInterval(async () => {
    if (performance.now() < restsUntilMs) return;
    const workMs = await rescan();
    restsUntilMs = performance.now() + workMs * readingLimits.restFactor;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
