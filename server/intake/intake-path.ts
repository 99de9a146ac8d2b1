import type { LogEndpoint } from '../../shared/log-event.ts';
import { logEndpoints } from '../../shared/log-event.ts';

/** @returns an endpoint's path, without the query that pages add */
export function intakePath(endpoint: LogEndpoint): string {
  return logEndpoints[endpoint].replace(/\?.*$/, '');
}
