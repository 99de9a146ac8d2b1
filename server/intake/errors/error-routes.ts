import { Hono } from 'hono';
import { errorLimits } from '../../../shared/limits/error-limits.ts';
import { errorReportPath } from '../../../shared/telemetry/error-report-path.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { IntakeDeps } from '../intake-routes.ts';
import { clientOf, receiveBody, refusalReply, refuseOverspent } from '../receive-body.ts';
import { errorBytes } from './error-bytes.ts';
import { parseErrorReport } from './parse-error-report.ts';

/** `POST /error_204` stores an error report, and answers 204 after the commit. */
export function createErrorRoutes({ store, budget, now }: IntakeDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const { bodyMaxBytes } = errorLimits;
  routes.post(errorReportPath, async (context) => {
    const body = await receiveBody(context, budget, { bodyMaxBytes });
    if (!body.ok) return refusalReply(context, body.error);
    const client = clientOf(context);
    const overspent = refuseOverspent(budget.stored, client);
    if (overspent !== null) return refusalReply(context, overspent);
    const { searchParams } = new URL(context.req.url);
    const report = parseErrorReport(searchParams, body.value.text);
    if (!report.ok) return refusalReply(context, report.error);
    const stored = await store.insertError(report.value, now());
    if (!stored.ok) return refusalReply(context, stored.error);
    budget.stored.take(client, errorBytes(report.value));
    return context.body(null, 204);
  });
  return routes;
}
