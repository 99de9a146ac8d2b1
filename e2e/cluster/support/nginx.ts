import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../support/any-port.ts';
import { runNginx } from '../../support/run-nginx.ts';
import { docsBlocks, replaceAll } from './docs-blocks.ts';

export interface Nginx {
  /** `https://localhost:PORT`, with a self-signed certificate. */
  origin: string;
  dispose(): Promise<void>;
}

/**
 * nginx as docs/self-hosting/proxies.md configures it for two machines, here two ports of this one.
 */
export async function startNginx(serverOrigins: readonly [string, string]): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-nginx-'));
  const [port, plainPort] = [anyPort(), anyPort()];
  makeCertificate(directory);
  const [first, second] = serverOrigins.map((origin) => `127.0.0.1:${new URL(origin).port}`);
  const block = replaceAll(mergeBlocks(), [
    ['10.0.0.11:4400', String(first)],
    ['10.0.0.12:4400', String(second)],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/video.example/fullchain.pem', `${directory}/cert.pem`],
    ['/etc/ssl/video.example/key.pem', `${directory}/key.pem`],
  ]);
  const stop = await runNginx(directory, block, port);
  return {
    origin: `https://localhost:${port}`,
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
