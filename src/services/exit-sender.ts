import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';
import { type ExitBeaconDeps, sendExitBeacons } from './exit-beacon.ts';

/**
 * Sends a page's events whenever it may end: a page can be hidden often, and any time may be the
 * last.
 */
export interface ExitSender {
  /** Skips events sent a moment ago. @returns the entries that the browser accepted now */
  send(entries: readonly LogEntry[]): LogEntry[];
}

export function createExitSender(deps: ExitBeaconDeps): ExitSender {
  let beaconed = new Set<number>();
  let beaconedMs = Number.NEGATIVE_INFINITY;

  return {
    send(entries) {
      // Hiding and then closing a page makes two calls of one exit. A later exit repeats events
      // still undelivered: an accepted beacon may not arrive, and is lost without a network.
      if (Math.abs(deps.now() - beaconedMs) > collectorLimits.exitSpreadMs) beaconed = new Set();
      const left = entries.filter((entry) => !beaconed.has(entry.seq));
      const taken = left.length === 0 ? [] : sendExitBeacons(left, deps);
      if (taken.length === 0) return taken;
      for (const { seq } of taken) beaconed.add(seq);
      beaconedMs = deps.now();
      return taken;
    },
  };
}
