import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  createLogger,
  createServer as createViteServer,
  type Logger,
  type ViteDevServer,
} from 'vite';
import { awaitContent } from './await-content.ts';
import { hotTexts } from './hot-texts.ts';
import { modulesPath, root, viteCacheDir } from './place.ts';

const host = '127.0.0.1';

/**
 * Entry points of pages and workers: from these, Vite finds the dependencies to bundle at the first
 * start.
 */
const entries = [
  'index.html',
  'demo/*.html',
  'dashboard/index.html',
  'worker/main.ts',
  'worker/trace/traced-main.ts',
  'hls/worker/main.ts',
];

/** Folders without modules that are large or change often. */
const ignored = ['.offstage', '.tsbuild', 'dist', 'media', 'test-results'].map((name) =>
  join(root, name, '**'),
);

export interface ModuleServer {
  vite: ViteDevServer;
  /** `HOST:PORT`: modules by HTTP, and change events by WebSocket. */
  address: string;
}

/**
 * Starts Vite for the player, the demo and the dashboard at once. The Offstage server forwards
 * module requests to it. Pages connect directly only for change events, because that connection
 * must outlive a restart of the Offstage server.
 * @param nonce that the pages' policies allow, for Vite's scripts and styles
 * @param listening resolves when the Offstage server listens
 */
export async function startModuleServer(
  nonce: string,
  listening: Promise<void>,
): Promise<ModuleServer> {
  const http = createServer((request, response) => vite.middlewares(request, response));
  http.listen(0, host);
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const vite = await createViteServer({
    configFile: join(root, 'vite.config.ts'),
    // Node loads the config directly, without bundling it first.
    configLoader: 'native',
    base: modulesPath,
    appType: 'custom',
    cacheDir: viteCacheDir,
    clearScreen: false,
    customLogger: quietUntil(listening),
    html: { cspNonce: nonce },
    optimizeDeps: { entries },
    plugins: [awaitContent(), hotTexts()],
    server: {
      middlewareMode: true,
      ws: { server: http, host, clientPort: port },
      // The overlay writes markup, which the player's policy forbids. The terminal and the console
      // show the error.
      hmr: { overlay: false },
      watch: { ignored },
    },
  });
  return { vite, address: `${host}:${port}` };
}

/**
 * Delays Vite's messages until the server listens. If it never does, the server's error is the last
 * line.
 */
function quietUntil(listening: Promise<void>): Logger {
  const logger = createLogger('info', { allowClearScreen: false });
  const { info } = logger;
  logger.info = (...news) => void listening.then(() => info(...news));
  return logger;
}
