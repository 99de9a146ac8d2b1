import type { MiddlewareHandler } from 'hono';
import type { ServerEnv } from './server-env.ts';

/** Who asks these wants to know whether the server is there. */
const withoutLibrary = ['/generate_204', '/healthz'];

/**
 * Requests wait for the first reading of the library. The server listens before it, so that no file of the library decides when.
 * @param whenRead if it fails, the server does not start
 */
export function untilRead(whenRead: Promise<void>): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (!withoutLibrary.includes(context.req.path)) await whenRead;
    await next();
  };
}
