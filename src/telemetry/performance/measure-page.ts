import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { createMediaBudget } from './keep-media-budget.ts';
import { createPerformanceReports, type PerformanceReports } from './performance-reports.ts';
import type { ReportHost } from './report-host.ts';
import { watchCost } from './watch-cost.ts';

export interface MeasureDeps {
  store: PlayerStore;
  controller: Pick<Controller, 'setQuality'>;
  services: Pick<ServicesClient, 'where' | 'readLoad'>;
  signal: AbortSignal;
  /** Fields of the player; holds the measurement. */
  later: { performance?: PagePerformance };
}

/** Measures what the player costs its page. */
export interface PagePerformance extends PerformanceReports {
  /** Reports to this host and counts messages to it from now on. A known host is ignored. */
  addHost(host: ReportHost): void;
}

/**
 * Measures the player's cost to its page until the page ends, including entries that the browser
 * buffered before. Loaded on request, so other pages have no observers.
 */
export function measurePage(deps: MeasureDeps): PagePerformance {
  deps.later.performance ??= startPagePerformance(deps);
  return deps.later.performance;
}

function startPagePerformance({
  store,
  controller,
  services,
  signal,
}: MeasureDeps): PagePerformance {
  const hosts = new Set<ReportHost>();
  let toHostCount = () => 0;
  const reports = createPerformanceReports({
    store,
    cost: watchCost({ services, signal }),
    media: createMediaBudget(store, controller, signal),
    timeOriginMs: performance.timeOrigin,
    nowMs: () => performance.now(),
    toHostCount: () => toHostCount(),
    onHidden: (listener) =>
      document.addEventListener('visibilitychange', () => document.hidden && listener(), {
        signal,
      }),
    signal,
  });
  return {
    ...reports,
    addHost(host) {
      if (hosts.has(host)) return;
      hosts.add(host);
      const before = host.sentCount;
      toHostCount = () => host.sentCount - before;
      reports.listen((report) => host.notify('onPerformanceReport', () => report));
    },
  };
}
