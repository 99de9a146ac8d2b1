import type { Clock } from '../../shared/clock.ts';
import { connectivityLimits } from '../../shared/services-limits.ts';
import type { Connectivity } from './connectivity.ts';

/**
 * Specification §9: a check every 30 s. While the page is seen and works, no 30 s pass without a proof of the connection, and any answer of
 * the server is one. A page at rest checks nothing, unless the connection is lost; one that is hidden checks nothing at all.
 */
export function startChecks(connectivity: Connectivity, clock: Clock, signal: AbortSignal): void {
  let cancelTimer = () => {};
  /** Since when there is need of a proof; `null` at rest. */
  let workedSinceMs: number | null = null;

  function look(): void {
    cancelTimer();
    const { isOnline, work } = connectivity;
    const isWorking = work.isPlaying || work.isDelivering;
    workedSinceMs = isWorking ? (workedSinceMs ?? clock.now()) : null;
    if ((isOnline && !isWorking) || !work.isVisible || signal.aborted) return;
    const sinceMs = clock.now() - startMs();
    const leftMs = Math.max(0, connectivityLimits.checkEveryMs - Math.max(0, sinceMs));
    cancelTimer = clock.setTimer(() => {
      const passedMs = clock.now() - startMs();
      // However the clock was set meanwhile: one that was set back says nothing about how long it has been.
      if (passedMs < 0 || passedMs >= connectivityLimits.checkEveryMs) void connectivity.check();
      else look();
    }, leftMs);
  }

  /** Of the 30 s. Rest needs no proof, so it does not count; a connection that is lost is looked for in rest as well. */
  function startMs(): number {
    const { isOnline, lastMs } = connectivity;
    return isOnline ? Math.max(lastMs, workedSinceMs ?? 0) : lastMs;
  }

  connectivity.onLook = look;
  signal.addEventListener('abort', () => cancelTimer());
  look();
}
