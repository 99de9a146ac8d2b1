import type { MiddlewareHandler } from 'hono';
import { clientAddress } from './client-address.ts';
import { clientNetwork } from './client-network.ts';
import { tooManyReply } from './error-reply.ts';
import type { RateLimit } from './rate-limit.ts';
import type { ServerEnv } from './server-env.ts';

/**
 * Not counted: files, of which a player asks for many and in ranges; live streams, whose waiting requests are counted for themselves
 * (`held-requests.ts`); and the checks, which must tell whether the server is there.
 */
const uncounted =
  /^\/(media|assets|live|sdk|poster)\/|^\/(generate_204|healthz|readyz|(iframe|player)_api\/?)$/;

/** Answers 429 to a client that has asked too often. */
export function limitRequests(limit: RateLimit): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (uncounted.test(context.req.path)) return next();
    const client = clientNetwork(clientAddress(context));
    const waitMs = limit.waitMs(client);
    if (waitMs === 0) {
      limit.take(client);
      return next();
    }
    context.header('Cache-Control', 'no-store');
    return tooManyReply(context, waitMs, 'RATE_LIMITED', 'This address has sent too many requests.');
  };
}
