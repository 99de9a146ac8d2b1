import { Hono } from 'hono';
import * as z from 'zod';
import { caching } from '../../http/caching.ts';
import { clientAddress, clientUrl, isTrusted } from '../../http/client-address.ts';
import { requestCheckPath } from '../../http/request-check-path.js';
import type { ServerEnv } from '../../http/server-env.ts';

/** How the server understands a request. */
export const requestCheckSchema = z.object({
  origin: z.string().describe('Origin of the request’s URL, as the pages of this server use it.'),
  isProxyTrusted: z
    .boolean()
    .describe('Whether the sender of the request is one of `--trusted-proxy`.'),
  hasForwardedFor: z.boolean().describe('Whether the request has `X-Forwarded-For`.'),
  hasForwardedProto: z.boolean().describe('Whether the request has `X-Forwarded-Proto`.'),
  isClient: z
    .boolean()
    .describe('Whether the server takes the address in the query `client` for the client’s.'),
});
export type RequestCheck = z.infer<typeof requestCheckSchema>;

/**
 * `GET /healthz/request` shows an operator what a proxy makes of a request. It names no address:
 * behind a wrong proxy that would be the proxy's own, which strangers need not know.
 */
export function createRequestCheckRoutes(): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get(requestCheckPath, (context) => {
    const { incoming, trustedProxies } = context.env;
    const { origin } = clientUrl(context);
    context.header('Cache-Control', caching.never);
    return context.json({
      origin,
      isProxyTrusted: isTrusted(trustedProxies, incoming.socket.remoteAddress ?? ''),
      hasForwardedFor: context.req.header('X-Forwarded-For') !== undefined,
      hasForwardedProto: context.req.header('X-Forwarded-Proto') !== undefined,
      isClient: context.req.query('client') === clientAddress(context),
    } satisfies RequestCheck);
  });
  return routes;
}
