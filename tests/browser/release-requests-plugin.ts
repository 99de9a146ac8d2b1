import type { Socket } from 'node:net';
import type { Plugin } from 'vitest/config';

/** Requests that tests leave unanswered on purpose. */
const heldPaths = /^\/(youtubei|__intake|__halting)\//;

/**
 * Cuts the requests that a test file leaves unanswered when the next file's page is requested. In
 * Chromium a beacon and a keepalive request outlive their page by 30 s. It opens up to six
 * connections to an origin, so six such requests would delay the next page for as long.
 */
export function releaseRequestsPlugin(): Plugin {
  const held = new Set<Socket>();
  return {
    name: 'offstage-release-requests',
    configureServer(server) {
      // Before all middleware, because Vitest answers the request for a tester page itself.
      server.httpServer?.prependListener('request', (request, response) => {
        const { url = '/', socket } = request;
        if (new URL(url, 'http://vite').searchParams.has('iframeId')) {
          for (const left of held) left.destroy();
        } else if (heldPaths.test(url)) {
          held.add(socket);
          response.once('close', () => held.delete(socket));
        }
      });
    },
  };
}
