import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { buildForDev } from '../scripts/lib/build-pages.js';
import { stopOnSignals } from '../server/start/stop-on-signals.ts';
import { keepServer } from './keep-server.ts';
import { root, sdkDir } from './place.ts';
import type { Modules } from './serve-modules.ts';
import { isInPages, writePages } from './write-pages.ts';

// `npm run dev`: Vite runs here, beside the Offstage server, which is restarted when its sources
// change.

/** Editors and git write several files at once: one restart serves them all. */
const settleMs = 50;

const nonce = randomBytes(16).toString('base64url');
const modules = Promise.withResolvers<Modules>();
const listening = Promise.withResolvers<void>();
// Starts before Vite is imported: both take time to start, and there is more than one core.
const server = keepServer({
  program: join(import.meta.dirname, 'server.ts'),
  args: process.argv.slice(2),
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/dev-server') },
  message: modules.promise,
  onListening,
  onRefused: (exitCode) => process.exit(exitCode),
  onEnded: (isAnotherRunning) =>
    console.error(
      isAnotherRunning
        ? 'The changed server does not start. The previous one keeps running.'
        : 'The server has ended. The next change of its sources restarts it.',
    ),
});
stopOnSignals(process, server.stop, (code) => process.exit(code));

const { startModuleServer } = await import('./module-server.ts');
const { vite, address } = await startModuleServer(nonce, listening.promise);
await writePages(vite);
modules.resolve({ address, nonce });

let timer: NodeJS.Timeout | undefined;
const changed = new Set<string>();
vite.watcher.on('all', (_event, file) => {
  changed.add(relative(root, file));
  clearTimeout(timer);
  timer = setTimeout(() => {
    const paths = [...changed];
    changed.clear();
    serveChanges(paths).catch(report);
  }, settleMs);
});

/** Handles changes that Vite does not. */
async function serveChanges(paths: readonly string[]): Promise<void> {
  const areInPages = paths.some(isInPages);
  if (areInPages) await writePages(vite);
  if (areInPages || paths.some((path) => /^(server|shared)\//.test(path))) server.restart();
  if (paths.some((path) => /^(sdk|docs)\/|^[A-Z]+\.md$/.test(path))) buildRest();
}

/** Builds what pages do not load from sources; one build at a time. Open pages get it on reload. */
let rest = Promise.resolve();
function buildRest(): void {
  rest = rest.then(() => buildForDev(sdkDir)).catch(report);
}

function onListening(start: 'first' | 'again'): void {
  listening.resolve();
  if (start === 'first') buildRest();
  else vite.ws.send({ type: 'full-reload', path: '*' });
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
}
