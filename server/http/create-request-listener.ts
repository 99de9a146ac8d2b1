import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { ServerEnv } from './server-env.ts';

const [sentMarker = ''] = RESPONSE_ALREADY_SENT.headers.keys();

/**
 * Lets a Hono app answer Node's requests. Hono makes a new response of a handler's answer to HEAD, in which the adapter
 * (@hono/node-server 2.1) no longer sees that `sendFile` has answered already; so it is handed the original again.
 */
export function createRequestListener(app: Hono<ServerEnv>): RequestListener {
  return getRequestListener((request, env) => {
    if (request.method !== 'HEAD') return app.fetch(request, env);
    return Promise.resolve(app.fetch(request, env)).then((response) =>
      response.headers.has(sentMarker) ? RESPONSE_ALREADY_SENT : response,
    );
  });
}
