import type { MiddlewareHandler } from 'hono';
import { requestCheckPath } from './request-check-path.js';
import type { ServerEnv } from './server-env.ts';

/** Availability checks, which need no library. */
const withoutLibrary = ['/generate_204', '/healthz', requestCheckPath];

/**
 * Holds requests until the first reading of the library. The server listens before that, so that
 * slow files do not delay it.
 * @param whenRead if it rejects, the server does not start
 */
export function untilRead(whenRead: Promise<void>): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (!withoutLibrary.includes(context.req.path)) await whenRead;
    await next();
  };
}
