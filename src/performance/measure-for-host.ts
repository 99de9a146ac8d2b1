import { type MeasureDeps, measurePage } from './measure-page.ts';

/** The bridge, as far as reports need it. */
export interface ReportHost {
  /** Does nothing for a host that has not subscribed. */
  tell(event: 'onPerformanceReport', read: () => unknown): void;
  /** Messages that the host got. */
  sentCount: number;
}

const known = new WeakSet<ReportHost>();

/**
 * A host has subscribed to reports, or has declared a budget.
 * @param budget what it declares, not yet checked; without it changes nothing
 */
export function measureForHost(deps: MeasureDeps, host: ReportHost, budget?: unknown): void {
  if (deps.signal.aborted) return;
  const reports = measurePage(deps);
  if (!known.has(host)) {
    known.add(host);
    reports.countToHost(() => host.sentCount);
    reports.listen((report) => host.tell('onPerformanceReport', () => report));
  }
  if (budget === undefined) reports.ask();
  else reports.declare(budget);
}
