import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNginx } from '../../support/run-nginx.ts';
import { cachingEnv, type Server } from '../../support/server-process.ts';

/**
 * Pages that `offstage publish` has written, behind nginx with the configuration that it has
 * written.
 */
export interface StaticHost {
  /** `http://player.localhost:PORT`: no site of the API's, and none of host pages. */
  origin: string;
  stop(): Promise<void>;
}

/** What the server has to know beforehand. */
export const pagesOrigin = (port: number) => `http://player.localhost:${port}`;

/** @param args what `offstage publish` is told besides */
export async function hostPages(
  server: Server,
  port: number,
  args: readonly string[] = [],
): Promise<StaticHost> {
  const origin = pagesOrigin(port);
  const root = mkdtempSync(join(tmpdir(), 'offstage-static-'));
  publish(server, join(root, 'public'), origin, args);
  const stop = await runNginx(root, serverBlock(root, port), port);
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
    '--page-origin',
    origin,
    ...args,
  ];
  execFileSync(process.execPath, ['server/cli/main.ts', ...call], {
    env: cachingEnv,
    stdio: 'pipe',
  });
}

/**
 * The types that every nginx knows from its `mime.types`, and what `offstage publish` has written.
 */
function serverBlock(root: string, port: number): string {
  return `types { text/html html; text/javascript js; text/css css; application/wasm wasm; text/plain txt; application/json json; }
      server {
        listen 127.0.0.1:${port};
        root ${root}/public;
        include ${root}/public/nginx.conf;
      }`;
}
