import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { runNginx } from '../../e2e/support/run-nginx.ts';
import { freePort } from '../unit/server/support/free-port.ts';
import {
  configFile,
  makeCertificate,
  proxyProgram,
  runProxy,
} from '../unit/server/support/run-proxy.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

const docs = readFileSync(new URL('../../docs/self-hosting/proxies.md', import.meta.url), 'utf8');

/** @returns the document's block in that language, with addresses of this machine */
function fromDocs(language: string, replacements: readonly (readonly [string, string])[]): string {
  const text = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(docs)?.[1] ?? '';
  return replacements.reduce((changed, [before, after]) => {
    expect(changed, `the ${language} of the docs`).toContain(before);
    return changed.replace(before, after);
  }, text);
}

interface Proxy {
  port: number;
  /** Where it listens for those who come without TLS; `null` if this test has it listen nowhere. */
  plainPort: number | null;
}

export async function startNginx(serverPort: number): Promise<Proxy> {
  const [port, plainPort, certificate] = [await freePort(), await freePort(), makeCertificate()];
  const block = fromDocs('nginx', [
    ['127.0.0.1:4400', `127.0.0.1:${serverPort}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/video.example/fullchain.pem', `${certificate}/cert.pem`],
    ['/etc/ssl/video.example/key.pem', `${certificate}/key.pem`],
  ]);
  onTestFinished(await runNginx(tempDirectory(), block, port));
  return { port, plainPort };
}

export async function startCaddy(serverPort: number): Promise<Proxy> {
  const [port, certificate] = [await freePort(), makeCertificate()];
  const site = fromDocs('caddyfile', [
    ['127.0.0.1:4400', `127.0.0.1:${serverPort}`],
    [
      'video.example {',
      `https://video.example:${port} {\n  bind 127.0.0.1\n  tls ${certificate}/cert.pem ${certificate}/key.pem`,
    ],
  ]);
  const file = configFile(
    'Caddyfile',
    `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`,
  );
  const program = proxyProgram('CADDY_PATH', 'caddy');
  const args = ['--config', file, '--adapter', 'caddyfile'];
  execFileSync(program, ['adapt', ...args], { stdio: 'pipe' });
  await runProxy(program, ['run', ...args], port);
  return { port, plainPort: null };
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came, the doubled ones twice. */
  names: string[];
  body: Buffer;
}

export type AskOptions = { method?: string; headers?: Record<string, string>; body?: string };

/** As a browser would ask for `https://video.example`, over HTTP/1.1. */
export function askByHttps(
  { port }: Proxy,
  path: string,
  { method = 'GET', headers = {}, body }: AskOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        servername: 'video.example',
        // No trusted authority signed the test's certificate.
        rejectUnauthorized: false,
        agent: false,
        headers: { Host: 'video.example', ...headers },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            names: incoming.rawHeaders
              .filter((_, index) => index % 2 === 0)
              .map((name) => name.toLowerCase()),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function protocolOf({ port }: Proxy): Promise<string | false | null> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      servername: 'video.example',
      rejectUnauthorized: false,
    };
    const socket = connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
