import type { PlayerStore } from '../player/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import { letReportBeRead } from './latest-report.ts';
import { createPerformanceReports, type PerformanceReports } from './performance-reports.ts';
import { watchCost } from './watch-cost.ts';

export interface MeasureDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'where' | 'readLoad'>;
  signal: AbortSignal;
}

interface Measured extends PerformanceReports {
  /** Says how the messages to a host can be counted; those of before are left out. */
  countToHost(read: () => number): void;
}

const measured = new WeakMap<PlayerStore, Measured>();

/**
 * Measures what the player costs its page, from now on until its end; what the browser has noted before is counted too. A script of its
 * own, which comes when somebody asks: a page that nobody measures has no observer.
 */
export function measurePage({ store, services, signal }: MeasureDeps): Measured {
  const known = measured.get(store);
  if (known !== undefined) return known;
  let toHostCount = () => 0;
  const reports = createPerformanceReports({
    store,
    cost: watchCost({ services, signal }),
    timeOriginMs: performance.timeOrigin,
    nowMs: () => performance.now(),
    toHostCount: () => toHostCount(),
    onHidden: (listener) =>
      document.addEventListener('visibilitychange', () => document.hidden && listener(), {
        signal,
      }),
    signal,
  });
  letReportBeRead(store, reports.read);
  const made: Measured = {
    ...reports,
    countToHost(read) {
      const before = read();
      toHostCount = () => read() - before;
    },
  };
  measured.set(store, made);
  return made;
}
