import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createPlainServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from './make-certificate.ts';

/** Where `bundle-pages.setup.ts` writes the host pages. */
export const bundledPagesDir = fileURLToPath(new URL('../dist', import.meta.url));

/** The publisher's site. */
export const hostPageName = 'host.example';
const playerNames = ['www.youtube.com', 'www.youtube-nocookie.com'];
const pictureNames = ['i.ytimg.com', 'img.youtube.com'];
const titleName = 'noembed.com';

/** Every host name that a page of these tests may reach; the browser resolves no others. */
export const knownNames: readonly string[] = [
  hostPageName,
  ...playerNames,
  ...pictureNames,
  titleName,
];

/** Serves the names that clients have built in and the host pages, with and without TLS. */
export interface StandIn {
  /** Chromium switches that make it accept this server. */
  browserArgs: readonly string[];
  close(): Promise<void>;
}

/** @param serverOrigin origin of the Offstage server that stands in for YouTube */
export async function startStandIn(serverOrigin: string): Promise<StandIn> {
  const answer = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    protocol: 'http' | 'https',
  ) => {
    const name = incoming.headers.host ?? '';
    if (name === hostPageName) return sendHostPage(incoming, outgoing);
    if (name === titleName) return sendTitle(outgoing);
    const path = incoming.url ?? '/';
    // /vi/ID/hqdefault.jpg: every size returns the same poster.
    const picture = pictureNames.includes(name)
      ? /^\/vi(?:_webp)?\/([^/]+)\//.exec(path)?.[1]
      : undefined;
    forward(incoming, outgoing, {
      url: `${serverOrigin}${picture === undefined ? path : `/media/${picture}.jpg`}`,
      protocol,
    });
  };
  const plain = createPlainServer((incoming, outgoing) => answer(incoming, outgoing, 'http'));
  const tls = createTlsServer(await makeCertificate(knownNames), (incoming, outgoing) =>
    answer(incoming, outgoing, 'https'),
  );
  const [plainPort, tlsPort] = [await listen(plain), await listen(tls)];

  const rules = knownNames.flatMap((name) => [
    `MAP ${name}:80 127.0.0.1:${plainPort}`,
    `MAP ${name}:443 127.0.0.1:${tlsPort}`,
  ]);
  return {
    browserArgs: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
    ],
    async close() {
      await Promise.all([plain, tls].map(close));
    },
  };
}

/** `/NAME/` is the page of a client, `/NAME.js` its script, `/NAME.css` its style if it has one. */
function sendHostPage({ url = '/' }: IncomingMessage, outgoing: ServerResponse): void {
  const { pathname } = new URL(url, `https://${hostPageName}`);
  const client = /^\/([a-z-]+)\/$/.exec(pathname)?.[1];
  if (client !== undefined) {
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    outgoing.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${client}</title>
<link rel="icon" href="data:,"><style>main { width: 640px; height: 360px }</style>
${existsSync(join(bundledPagesDir, `${client}.css`)) ? `<link rel="stylesheet" href="/${client}.css">` : ''}</head>
<body><main></main><script type="module" src="/${client}.js"></script></body></html>`);
    return;
  }
  const file = join(bundledPagesDir, pathname);
  if (!existsSync(file)) {
    outgoing.writeHead(404).end();
    return;
  }
  outgoing.writeHead(200, {
    'content-type': pathname.endsWith('.js') ? 'text/javascript' : 'text/css',
  });
  createReadStream(file).pipe(outgoing);
}

/** The title service that Plyr calls. */
function sendTitle(outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  });
  outgoing.end(JSON.stringify({ title: 'A title', width: 16, height: 9 }));
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, protocol }: { url: string; protocol: string },
): void {
  const headers = {
    ...incoming.headers,
    'x-forwarded-host': incoming.headers.host,
    'x-forwarded-proto': protocol,
  };
  const forwarded = request(url, { method: incoming.method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
