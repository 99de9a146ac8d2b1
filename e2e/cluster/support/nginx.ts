import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../support/any-port.ts';
import { listens } from '../../support/listens.ts';
import { runNginx } from '../../support/run-nginx.ts';
import { until } from '../../support/until.ts';
import { docsBlocks, replaceAll } from './docs-blocks.ts';
import { signalTree } from './signal-tree.ts';

export interface Nginx {
  /** `https://localhost:PORT`, with a self-signed certificate. */
  origin: string;
  /** kill -9 for all of its processes. */
  kill(): Promise<void>;
  /** Starts again after `kill`. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * nginx as docs/self-hosting/proxies.md configures it for several machines, here ports of this one.
 */
export async function startNginx(serverOrigins: readonly string[]): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-nginx-'));
  const [port, plainPort] = [anyPort(), anyPort()];
  makeCertificate(directory);
  const [first, ...others] = serverOrigins.map((origin) => `127.0.0.1:${new URL(origin).port}`);
  const server = (address: string) => `server ${address} max_fails=1 fail_timeout=2s;`;
  const block = replaceAll(mergeBlocks(), [
    ['10.0.0.11:4400', String(first)],
    [server('10.0.0.12:4400'), others.map(server).join('\n')],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/video.example/fullchain.pem', `${directory}/cert.pem`],
    ['/etc/ssl/video.example/key.pem', `${directory}/key.pem`],
  ]);
  const start = () => runNginx(directory, block, port);
  let stop = await start();
  return {
    origin: `https://localhost:${port}`,
    async kill() {
      signalTree(Number(readFileSync(join(directory, 'nginx.pid'), 'utf8')), 'SIGKILL');
      await until('nginx is gone', async () => !(await listens(port)));
    },
    async restart() {
      stop = await start();
    },
    async dispose() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The documented configuration for one machine, with the changes for several. */
function mergeBlocks(): string {
  const [one = ''] = docsBlocks('proxies', 'Behind a proxy', 'nginx');
  const [upstream = '', locations = ''] = docsBlocks('proxies', 'Several machines', 'nginx');
  const withUpstream = one.replace(/upstream offstage \{[^}]*\}\n/, () => upstream);
  if (withUpstream === one)
    throw new Error('docs/self-hosting/proxies.md names no upstream for one machine');
  return replaceAll(withUpstream, [['  location / {', `${locations}\n  location / {`]]);
}

function makeCertificate(directory: string): void {
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=video.example';
  const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')];
  execFileSync('openssl', [...options.split(' '), ...files], { stdio: 'ignore' });
}
