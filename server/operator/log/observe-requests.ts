import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { clientAddress } from '../../http/client-address.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Log } from './create-log.ts';
import { shownAddress } from './shown-address.ts';

export interface ObserveDeps {
  metrics: Metrics;
  log: Log;
  /** Whether the log has a line for each request. */
  hasAccessLog: boolean;
}

/**
 * Counts each request after its answer has been sent, and logs it if the operator wants that. Both
 * use the route's pattern: real paths and queries can give access to private videos.
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
  // Skip middleware, which matches all methods.
  return matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path ?? 'other';
}
