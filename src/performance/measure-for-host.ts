import { type MeasureDeps, measurePage } from './measure-page.ts';
import type { ReportHost } from './report-host.ts';

/**
 * For a host that has subscribed to reports, or has declared a budget.
 * @param budget what it declares, not yet checked; without it changes nothing
 */
export function measureForHost(deps: MeasureDeps, host: ReportHost, budget?: unknown): void {
  if (deps.signal.aborted) return;
  const costs = measurePage(deps);
  costs.addHost(host);
  if (budget === undefined) costs.ask();
  else costs.declare(budget);
}
