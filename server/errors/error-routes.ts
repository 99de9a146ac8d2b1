import { Hono } from 'hono';
import { errorLimits } from '../../shared/error-limits.ts';
import { errorReportPath } from '../../shared/error-report.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { IntakeDeps } from '../intake/intake-routes.ts';
import { refusalReply } from '../intake/receive-body.ts';
import { parseErrorReport } from './parse-error-report.ts';

/** `POST /error_204`: takes an error report, and answers 204 once it is committed. */
export function createErrorRoutes({ store, budget, now }: IntakeDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post(errorReportPath, async (context) => {
    const body = await readBody(context.env, { maxBytes: errorLimits.bodyMaxBytes, budget });
    if (!body.ok) {
      // What was not read must not be taken for the next request.
      context.header('Connection', 'close');
      return refusalReply(context, body.error);
    }
    const { searchParams } = new URL(context.req.url);
    const report = parseErrorReport(searchParams, body.value.toString('utf8'));
    if (!report.ok) return refusalReply(context, report.error);
    const stored = await store.insertError(report.value, now());
    return stored.ok ? context.body(null, 204) : refusalReply(context, stored.error);
  });
  return routes;
}
