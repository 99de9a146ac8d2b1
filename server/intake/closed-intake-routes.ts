import { Hono } from 'hono';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import { errorReportPath } from '../../shared/telemetry/error-report-path.ts';
import type { LogEndpoint } from '../../shared/telemetry/log-event.ts';
import { logEndpoints, providerLogPath } from '../../shared/telemetry/log-event.ts';
import { clientAddress } from '../http/client-address.ts';
import { clientNetwork } from '../http/client-network.ts';
import { errorReply } from '../http/error-reply.ts';
import type { BodyBudget } from '../http/fairness/body-budget.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { intakePath } from './intake-path.ts';

/**
 * Replaces the intake when the operator has switched telemetry off, and answers every request with
 * 410. Open or cached pages then drop their events and count them as rejected. On a retryable
 * failure they would try for 30 days.
 */
export function createClosedIntakeRoutes(budget: BodyBudget): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const paths = (Object.keys(logEndpoints) as LogEndpoint[]).map(intakePath);
  for (const path of [...paths, providerLogPath, errorReportPath]) {
    routes.on(['GET', 'POST'], path, async (context) => {
      // Read the body first: a client that is cut off while sending sees a broken connection, and
      // retries.
      const room = budget.roomFor(clientNetwork(clientAddress(context)));
      const body = await readBody(context.env, { maxBytes: intakeLimits.bodyMaxBytes, room });
      if (!body.ok) context.header('Connection', 'close');
      // Otherwise a cached 410 would outlive the switch.
      context.header('Cache-Control', 'no-store');
      return errorReply(
        context,
        410,
        'TELEMETRY_OFF',
        'Telemetry is switched off on this server; do not send it again.',
      );
    });
  }
  return routes;
}
