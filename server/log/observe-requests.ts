import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { clientAddress } from '../http/client-address.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Log } from './create-log.ts';
import { shownAddress } from './shown-address.ts';

export interface ObserveDeps {
  metrics: Metrics;
  log: Log;
  /** Whether each request is a line of the log. */
  hasAccessLog: boolean;
}

/**
 * Counts each request once its answer has left, and writes it down where the operator wants that. By the route's pattern: addresses of
 * private videos and what stands behind a `?` let whoever reads them in.
 */
export function observeRequests({
  metrics,
  log,
  hasAccessLog,
}: ObserveDeps): MiddlewareHandler<ServerEnv> {
  return (context, next) => {
    const { outgoing, requestId } = context.env;
    const beganMs = performance.now();
    const client = hasAccessLog ? shownAddress(clientAddress(context)) : '';
    outgoing.once('close', () => {
      const ms = performance.now() - beganMs;
      const route = routeOf(context);
      const status = String(outgoing.statusCode);
      metrics.requests.inc({ route, status });
      metrics.requestSeconds.observe({ route }, ms / 1_000);
      if (!hasAccessLog) return;
      const { method } = context.req;
      log.info(
        'REQUEST',
        `${method} ${route} ${status} ${Math.round(ms)} ms ${client} ${requestId}`,
        {
          requestId,
          method,
          route,
          status: outgoing.statusCode,
          ms: Math.round(ms * 10) / 10,
          client,
          isCutOff: !outgoing.writableFinished,
        },
      );
    });
    return next();
  };
}

/** The pattern of the first route that could answer: `/embed/*`. */
function routeOf(context: Context<ServerEnv>): string {
  // Middleware is for all methods.
  return matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path ?? 'other';
}
