import { listeningEveryMs, listeningMaxMs, listeningSteadyCount } from './sdk-limits.ts';

/**
 * The pause before `listening` is sent again.
 * @param sentCount times sent to this document, 1 or more
 * @returns milliseconds; `null` when it is time to give up
 */
export function listeningDelayMs(sentCount: number): number | null {
  const doublings = Math.max(0, sentCount - listeningSteadyCount);
  const delayMs = listeningEveryMs * 2 ** doublings;
  return delayMs > listeningMaxMs ? null : delayMs;
}
