import type { Socket } from 'node:net';
import type { Plugin } from 'vitest/config';

/** What tests leave unanswered on purpose. */
const heldPaths = /^\/(youtubei|__intake|__halting)\//;

/**
 * Cuts the requests that a file of tests leaves unanswered when the page of the next file is asked
 * for. A beacon and a keepalive request
 * outlive their page by 30 s in Chromium, which opens up to six connections to an origin: six of
 * them would keep the next page from
 * loading for as long.
 */
export function releaseRequestsPlugin(): Plugin {
  const held = new Set<Socket>();
  return {
    name: 'offstage-release-requests',
    configureServer(server) {
      // Before all middleware: Vitest answers the request for a tester page itself.
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
