import { Hono } from 'hono';
import { errorReportPath } from '../../shared/error-report-path.ts';
import { intakeLimits } from '../../shared/limits.ts';
import type { LogEndpoint } from '../../shared/log-event.ts';
import { logEndpoints, providerLogPath } from '../../shared/log-event.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { clientAddress } from '../http/client-address.ts';
import { clientNetwork } from '../http/client-network.ts';
import { errorReply } from '../http/error-reply.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { intakePath } from './intake-path.ts';

/**
 * What stands in the intake's place when the operator has switched the telemetry off: 410 to everything. Pages that are still
 * open or cached take it for a definite rejection, give up what they hold and count it; a failure that might pass would make
 * them try for 30 days.
 */
export function createClosedIntakeRoutes(budget: BodyBudget): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const paths = (Object.keys(logEndpoints) as LogEndpoint[]).map(intakePath);
  for (const path of [...paths, providerLogPath, errorReportPath]) {
    routes.on(['GET', 'POST'], path, async (context) => {
      // Read all the same: who is cut off while sending sees a broken connection, and tries again.
      const room = budget.roomFor(clientNetwork(clientAddress(context)));
      const body = await readBody(context.env, { maxBytes: intakeLimits.bodyMaxBytes, room });
      if (!body.ok) context.header('Connection', 'close');
      // Else a cached 410 would outlive the switch.
      context.header('Cache-Control', 'no-store');
      return errorReply(
        context,
        410,
        'TELEMETRY_OFF',
        'The operator of this server has switched its telemetry off; do not send it again.',
      );
    });
  }
  return routes;
}
