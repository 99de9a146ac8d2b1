import { Hono } from 'hono';
import { visitorIdSchema } from '../../shared/telemetry/log-batch.ts';
import { hexId } from '../../shared/tools/hex-id.ts';
import { fits } from '../../shared/tools/schema.ts';
import { visitorIdPath } from '../../shared/wire/visitor-id-path.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { sendReply } from './send-reply.ts';

/**
 * Gives visitors their ids (specification §7). A new id is random, and only the visitor's browser
 * stores it. An id in the request is renewed unchanged.
 */
export function createVisitorIdRoutes(): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get(visitorIdPath, (context) => {
    const known = context.req.header('X-Visitor-Id');
    const visitorId = fits(visitorIdSchema, known)
      ? known
      : hexId(crypto.getRandomValues(new Uint8Array(16)));
    return sendReply(context, { visitorId });
  });
  return routes;
}
