import type { MiddlewareHandler } from 'hono';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';

/**
 * The API's interfaces are below this path (specification §7). The server has one version and
 * answers under any version name.
 */
export const apiBase = '/youtubei/:version';

const noKey =
  'This API needs its key: send it as "key" in the query. This server’s pages have it; other pages set it in the page config, as api.key.';

/**
 * Rejects API calls without the operator's key. The key is no secret, because every page contains
 * it. It stops programs that belong to no page, and pages from before the operator changed the key.
 * @param apiKey `null`: no key is required
 */
export function admitCall(apiKey: string | null): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (!/^v\d{1,3}$/.test(context.req.param('version') ?? '')) return context.notFound();
    if (apiKey === null || context.req.query('key') === apiKey) return next();
    context.header('Cache-Control', 'no-store');
    return errorReply(context, 403, 'BAD_API_KEY', noKey);
  };
}
