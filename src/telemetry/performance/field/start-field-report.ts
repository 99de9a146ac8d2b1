import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import {
  type FieldPerformance,
  fieldEventName,
} from '../../../../shared/telemetry/field-performance.ts';
import type { ServicesClient } from '../../../services/services-client.ts';
import { type MeasureDeps, measurePage } from '../measure-page.ts';
import { type DeviceReadings, describeDevice } from './describe-device.ts';

export interface FieldReportDeps extends MeasureDeps {
  services: MeasureDeps['services'] & Pick<ServicesClient, 'log'>;
  /** The part of all pages that is measured. */
  share: number;
}

/** Measures what the player costs this viewer, and logs it when the page is hidden or left. */
export function startFieldReport(deps: FieldReportDeps): void {
  const { store, services, share, signal } = deps;
  if (signal.aborted) return;
  const costs = measurePage(deps);
  // The services' part, which a page that is leaving cannot ask for.
  costs.ask();
  let nextMs = 0;

  function report(): void {
    const { reason, budget, timeOriginMs, mediaBytes, ...cost } = costs.read();
    if (cost.atMs < nextMs) return;
    nextMs = cost.atMs + performanceLimits.fieldEveryMs;
    const { videoId, engine } = store.getState();
    const device = describeDevice(navigator as DeviceReadings);
    const payload = { share, videoId, engine, ...cost, device } satisfies FieldPerformance;
    services.log(fieldEventName, payload, { tier: 'fast' });
  }

  // In the capturing phase: what sends the page's last events listens too, and would come first.
  document.addEventListener('visibilitychange', () => document.hidden && report(), {
    capture: true,
    signal,
  });
  addEventListener('pagehide', report, { capture: true, signal });
}
