import type { RequestListener } from 'node:http';
import type { BlockList } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { FileAnswers } from './files/file-answers.ts';
import { createFileAnswers } from './files/file-answers.ts';
import { requestIdOf } from './request-id.ts';
import type { ServerEnv } from './server-env.ts';

const [sentMarker = ''] = RESPONSE_ALREADY_SENT.headers.keys();

/**
 * Lets a Hono app answer Node's requests. For HEAD, Hono makes a new response of the handler's
 * answer. The adapter (@hono/node-server 2.1) then does not see that `sendFile` has already
 * answered, so this returns the original marker again.
 */
export function createRequestListener(
  app: Hono<ServerEnv>,
  trustedProxies: BlockList,
  isDraining: () => boolean = () => false,
  files: FileAnswers = createFileAnswers({ now: () => performance.now() }),
): RequestListener {
  return getRequestListener(
    (request, { incoming, outgoing }) => {
      // RFC 9112 §3.2: with two `Host` headers, a proxy before this server may have used the other
      // one.
      if (hostsOf(incoming.rawHeaders) > 1) return refuseRequest();
      const requestId = requestIdOf(incoming, trustedProxies);
      const answered = app.fetch(request, { incoming, outgoing, trustedProxies, files, requestId });
      return Promise.resolve(answered).then((response) => {
        // Node then sends `Connection: close`, and the client's next request goes to another
        // server.
        if (isDraining() && 'shouldKeepAlive' in outgoing) outgoing.shouldKeepAlive = false;
        return request.method === 'HEAD' && response.headers.has(sentMarker)
          ? RESPONSE_ALREADY_SENT
          : response;
      });
    },
    { errorHandler: refuseRequest },
  );
}

/** @param rawHeaders names and values, alternating */
function hostsOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    .length;
}

/**
 * The app handles its own errors; here the adapter could not make a request, for example because of
 * its `Host`.
 */
function refuseRequest(): Response {
  return Response.json(
    {
      error: { code: 'BAD_HTTP', message: 'This is not a valid HTTP request.' },
    },
    { status: 400 },
  );
}
