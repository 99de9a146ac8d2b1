import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Connectivity } from './connectivity.ts';

/**
 * Checks the connection every 30 s (specification §9), by these rules:
 *
 * 1. While a visible page plays or delivers, 30 s never pass without proof of the connection. Any
 *    answer of the server is proof.
 * 2. A page at rest checks only while the connection is lost.
 * 3. A hidden page never checks.
 */
export function startChecks(connectivity: Connectivity, clock: Clock, signal: AbortSignal): void {
  let cancelTimer = () => {};
  /** When the page began to need proof; `null` at rest. */
  let workedSinceMs: number | null = null;

  function check(): void {
    cancelTimer();
    const { isOnline, work } = connectivity;
    const isWorking = work.isPlaying || work.isDelivering;
    workedSinceMs = isWorking ? (workedSinceMs ?? clock.now()) : null;
    if ((isOnline && !isWorking) || !work.isVisible || signal.aborted) return;
    const sinceMs = clock.now() - startMs();
    const leftMs = Math.max(0, connectivityLimits.checkEveryMs - Math.max(0, sinceMs));
    cancelTimer = clock.setTimer(() => {
      const passedMs = clock.now() - startMs();
      // If the clock was set back, the elapsed time is unknown, so check.
      if (passedMs < 0 || passedMs >= connectivityLimits.checkEveryMs) void connectivity.check();
      else check();
    }, leftMs);
  }

  /**
   * Start of the current 30 s. Time at rest does not count, because rest needs no proof; while the
   * connection is lost it does.
   */
  function startMs(): number {
    const { isOnline, lastMs } = connectivity;
    return isOnline ? Math.max(lastMs, workedSinceMs ?? 0) : lastMs;
  }

  connectivity.onLook = check;
  signal.addEventListener('abort', () => cancelTimer());
  check();
}
