import { Hono } from 'hono';
import { errorReply, retryAfterSec } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { AskedWatch } from './watch-all.ts';

export interface HealthDeps {
  storeWatch: AskedWatch;
  /** Whether events are kept while the store does not take them. */
  canSpool: () => boolean;
  /** Whether the server is shutting down. */
  isDraining: () => boolean;
}

/**
 * `GET /healthz` answers while the process lives. `GET /readyz` answers 200 when the server should
 * receive requests: the library is read (the answer waits for it), the store accepts writes or the
 * spool keeps them, and the server is not shutting down. Otherwise it answers 503 with the reason,
 * and with `Retry-After` if the store is the reason.
 */
export function createHealthRoutes({
  storeWatch,
  canSpool,
  isDraining,
}: HealthDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }));
  routes.get('/readyz', async (context) => {
    context.header('Cache-Control', 'no-store');
    if (isDraining()) return errorReply(context, 503, 'DRAINING', 'The server is shutting down.');
    const answer = await storeWatch.ask();
    // Pages and media need no store, and a balancer would take the whole site away.
    if (!answer.ok && canSpool()) return context.json({ status: 'spooling' });
    if (!answer.ok) {
      context.header('Retry-After', String(retryAfterSec(answer.error.code)));
      return errorReply(context, 503, answer.error.code, answer.error.message);
    }
    return context.json({ status: 'ready' });
  });
  return routes;
}
