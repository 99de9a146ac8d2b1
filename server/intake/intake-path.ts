import type { LogEndpoint } from '../../shared/telemetry/log-event.ts';
import { logEndpoints } from '../../shared/telemetry/log-event.ts';

/** @returns an endpoint's path, without the query that pages add */
export function intakePath(endpoint: LogEndpoint): string {
  return logEndpoints[endpoint].replace(/\?.*$/, '');
}
