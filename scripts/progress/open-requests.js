import path from 'node:path';
import { root } from '../lib/project.js';
import { openProgressFile } from './progress-file.js';

export const openRequestsName = 'offstage-open-requests';

/**
 * @typedef {object} OpenRequests
 * @property {string} last latest request
 * @property {string[]} unanswered with their age
 */

/**
 * A plugin of Vite's server that tracks unanswered requests, for the report of a stalled suite. It
 * also notes each tester page, because Vitest reports a file only after its page has loaded.
 * @returns {import('vite').Plugin<{ read: () => OpenRequests }>}
 */
export function openRequestsPlugin() {
  const progress = openProgressFile();
  /** @type {Map<import('node:http').IncomingMessage, number>} */
  const open = new Map();
  let last = '';
  return {
    name: openRequestsName,
    api: {
      read: () => ({
        last,
        unanswered: [...open].map(
          ([{ method, url }, sinceMs]) => `${method} ${url} (${Date.now() - sinceMs} ms)`,
        ),
      }),
    },
    configureServer(server) {
      // Before all middleware: Vitest answers the request for a tester page itself.
      server.httpServer?.prependListener('request', (request, response) => {
        last = `${new Date().toISOString()} ${request.method} ${request.url}`;
        open.set(request, Date.now());
        response.once('close', () => open.delete(request));
        const file = new URL(request.url ?? '/', 'http://vite').searchParams.get('iframeId');
        if (file) progress?.note({ event: 'noted', kind: 'page', step: path.relative(root, file) });
      });
    },
  };
}
