import { collectorLimits } from '../../shared/limits.ts';
import type { LogEntry } from '../../shared/log-event.ts';
import { type ExitBeaconDeps, sendExitBeacons } from './exit-beacon.ts';

/** Sends a page's events at its exits: it may be hidden often, and any time may be the last. */
export interface ExitSender {
  /** Leaves out what has just been sent. @returns what the browser took now */
  send(entries: readonly LogEntry[]): LogEntry[];
}

export function createExitSender(deps: ExitBeaconDeps): ExitSender {
  let beaconed = new Set<number>();
  let beaconedMs = Number.NEGATIVE_INFINITY;

  return {
    send(entries) {
      // Hidden and then gone are two calls of one exit. A later one repeats what is still undelivered: that the browser took a
      // beacon does not mean that it arrived, and without a network it is lost.
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
