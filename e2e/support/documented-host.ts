import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The names that the documents give to the reader's own server. */
const names = ['your.host', 'player.example'];
/** Self-signed; key and certificate on standard output. */
const certificate =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=your.host -keyout - -out -';

/**
 * Makes the addresses in the documents lead to a test's server, so that their code runs unchanged.
 */
export interface DocumentedHost {
  /** Arguments for Chromium. */
  browserArgs: readonly string[];
  /** Lines of a `.curlrc`. */
  curlConfig: string;
  close(): Promise<void>;
}

/** @param serverOrigin stands in for `http://localhost:4400` and, with TLS, for the names */
export async function startDocumentedHost(serverOrigin: string): Promise<DocumentedHost> {
  const pem = execFileSync('openssl', certificate.split(' '), { encoding: 'utf8', stdio: 'pipe' });
  const proxy = createServer({ key: pem, cert: pem }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'https',
    };
    const options = { method: incoming.method, headers };
    const forwarded = request(`${serverOrigin}${incoming.url}`, options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const targets = [
    ['localhost:4400', new URL(serverOrigin).host],
    ...names.map((name) => [`${name}:443`, `127.0.0.1:${(proxy.address() as AddressInfo).port}`]),
  ];
  return {
    browserArgs: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${targets.map(([from, to]) => `MAP ${from} ${to}`).join(', ')}`,
    ],
    curlConfig: `insecure\n${targets.map(([from, to]) => `connect-to = "${from}:${to}"\n`).join('')}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
