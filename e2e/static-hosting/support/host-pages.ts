import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNginx } from '../../support/run-nginx.ts';
import { cachingEnv, type Server } from '../../support/server-process.ts';

/** Pages written by `offstage publish`, behind nginx with its configuration. */
export interface StaticHost {
  /** `http://player.localhost:PORT`: another site than the API's and the host pages'. */
  origin: string;
  stop(): Promise<void>;
}

/** Server arguments that the pages require. */
export const pagesOrigin = (port: number) => `http://player.localhost:${port}`;

/** The pages' origin, for `publish` and for the server. */
export const ofPages = ['--page-origin', 'PAGES'];

/**
 * @param args arguments of `offstage publish`; `PAGES` stands for the pages' origin
 * @param isConfigured whether nginx has the written configuration, or is like any static host
 */
export async function hostPages(
  server: Server,
  port: number,
  args: readonly string[] = ofPages,
  isConfigured = true,
): Promise<StaticHost> {
  const origin = pagesOrigin(port);
  const root = mkdtempSync(join(tmpdir(), 'offstage-static-'));
  publish(server, join(root, 'public'), origin, args);
  const stop = await runNginx(root, serverBlock(root, port, isConfigured), port);
  return {
    origin,
    async stop() {
      await stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function publish(server: Server, out: string, origin: string, args: readonly string[]): void {
  const call = [
    'publish',
    '--out',
    out,
    '--api',
    server.embedOrigin,
    ...args.map((arg) => arg.replace('PAGES', origin)),
  ];
  execFileSync(process.execPath, ['server/cli/main.ts', ...call], {
    env: cachingEnv,
    stdio: 'pipe',
  });
}

/** nginx's default `mime.types`, and perhaps the configuration from `offstage publish`. */
function serverBlock(root: string, port: number, isConfigured: boolean): string {
  return `types { text/html html; text/javascript js; text/css css; application/wasm wasm; text/plain txt; application/json json; }
      server {
        listen 127.0.0.1:${port};
        root ${root}/public;
        ${isConfigured ? `include ${root}/public/nginx.conf;` : ''}
      }`;
}
