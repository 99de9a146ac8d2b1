import { Hono } from 'hono';
import { errorReply, retryAfterSec } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { StoreWatch } from './store-watch.ts';

export interface HealthDeps {
  storeWatch: StoreWatch;
  /** Whether the server was told to stop. */
  isDraining: () => boolean;
}

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it should be sent requests: the library is read (the answer waits for that), the
 * store takes writes, and nobody told the server to stop; else 503 with the reason, and `Retry-After` while it is the store.
 */
export function createHealthRoutes({ storeWatch, isDraining }: HealthDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }));
  routes.get('/readyz', async (context) => {
    context.header('Cache-Control', 'no-store');
    if (isDraining()) return errorReply(context, 503, 'DRAINING', 'The server is about to stop.');
    const answer = await storeWatch.ask();
    if (!answer.ok) {
      context.header('Retry-After', String(retryAfterSec(answer.error.code)));
      return errorReply(context, 503, answer.error.code, answer.error.message);
    }
    return context.json({ status: 'ready' });
  });
  return routes;
}
