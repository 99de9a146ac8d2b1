import { type MeasureDeps, measurePage } from './measure-page.ts';
import type { ReportHost } from './report-host.ts';

/**
 * Starts reports for a host that has subscribed to them or declared a budget.
 * @param budget the declared budget, not validated yet; `undefined` changes nothing
 */
export function measureForHost(deps: MeasureDeps, host: ReportHost, budget?: unknown): void {
  if (deps.signal.aborted) return;
  const costs = measurePage(deps);
  costs.addHost(host);
  if (budget === undefined) costs.ask();
  else costs.declare(budget);
}
