import type { MiddlewareHandler } from 'hono';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { Log } from '../operator/log/create-log.ts';

/**
 * The API's interfaces are below this path (specification §7). The server has one version and
 * answers under any version name.
 */
export const apiBase = '/youtubei/:version';

const noKey =
  'This API needs its key: send it as "key" in the query. This server’s pages have it; other pages set it in the page config, as api.key, or by offstage publish --api-key.';

/** Rejects API calls; decides by the path's version and the query. */
export type AdmitCall = MiddlewareHandler<ServerEnv>;

/**
 * Rejects API calls without the operator's key. The key is no secret, because every page contains
 * it. It stops programs that belong to no page, and pages from before the operator changed the key.
 * @param apiKey `null`: no key is required
 * @param log gets one warning, because pages may all have another key
 */
export function createAdmitCall(apiKey: string | null, log: Log): AdmitCall {
  let isLogged = false;
  return async (context, next) => {
    if (!/^v\d{1,3}$/.test(context.req.param('version') ?? '')) return context.notFound();
    if (apiKey === null || context.req.query('key') === apiKey) return next();
    if (!isLogged)
      log.warn(
        'API_KEY',
        'An API call was refused, because it had another key than --api-key, or none. Pages that were open before the key changed need a reload; published pages must be published with the same --api-key. Further calls are refused without a line here.',
      );
    isLogged = true;
    context.header('Cache-Control', 'no-store');
    return errorReply(context, 403, 'BAD_API_KEY', noKey);
  };
}
