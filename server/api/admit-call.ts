import type { MiddlewareHandler } from 'hono';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';

/** Below it lie the interfaces of the API (specification §7). This server has one version, and answers by any name of one. */
export const apiBase = '/youtubei/:version';

const noKey =
  'This API takes calls with its key alone: send it as "key" in the query. Pages of this server have it; others name it in the page config, as api.key.';

/**
 * Lets calls of the API in that have the operator's key. It is no secret, for every page has it: it keeps programs out that were
 * made for nobody's page, and those of an operator who has changed it since.
 * @param apiKey `null`: none is asked for
 */
export function admitCall(apiKey: string | null): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (!/^v\d{1,3}$/.test(context.req.param('version') ?? '')) return context.notFound();
    if (apiKey === null || context.req.query('key') === apiKey) return next();
    context.header('Cache-Control', 'no-store');
    return errorReply(context, 403, 'BAD_API_KEY', noKey);
  };
}
