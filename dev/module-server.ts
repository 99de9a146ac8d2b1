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

/** What starts a page or a worker: from these Vite finds the dependencies that it bundles at the first start. */
const entries = [
  'index.html',
  'demo/*.html',
  'dashboard/index.html',
  'worker/{main,traced-main}.ts',
  'media-worker/main.ts',
];

/** Folders that change all the time, or are large, and have no module in them. */
const ignored = ['.offstage', '.tsbuild', 'dist', 'media', 'test-results'].map((name) =>
  join(root, name, '**'),
);

export interface ModuleServer {
  vite: ViteDevServer;
  /** `HOST:PORT`: modules by HTTP, and news of changes by WebSocket. */
  address: string;
}

/**
 * Starts Vite for the player, the demo and the dashboard at once. The Offstage server passes requests for modules on to it; pages ask
 * it directly only for news of changes, because that connection must outlive a restart of the Offstage server.
 * @param nonce by which the pages' policies allow what Vite puts into pages
 * @param listening when the Offstage server listens
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
    // By Node itself, instead of bundling it first.
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
      // It would write markup, which the player's policy forbids. The terminal and the console have the error.
      hmr: { overlay: false },
      watch: { ignored },
    },
  });
  return { vite, address: `${host}:${port}` };
}

/** Vite's news wait until the server listens. If it does not, the last line is the server's sentence about the cause. */
function quietUntil(listening: Promise<void>): Logger {
  const logger = createLogger('info', { allowClearScreen: false });
  const { info } = logger;
  logger.info = (...news) => void listening.then(() => info(...news));
  return logger;
}
