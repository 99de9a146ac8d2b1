import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import send from 'send';
import { bundlesDir } from './bundle-players.ts';
import { lanes, liveLanes } from './lanes.ts';
import { playerPage } from './player-page.ts';

// Serves the peers' pages, their scripts and the film on one origin, with our server's headers. It
// runs in a process of its own, as our server does. `node serve-players.ts MEDIA_DIR LIVE_ORIGIN`
// prints its port.

const [, , mediaDir = '.', liveOrigin = ''] = process.argv;
const pages = [...lanes, ...liveLanes];
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.m3u8': 'application/vnd.apple.mpegurl',
};
const html = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' };
const immutable = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Encoding': 'br',
};

/** Keeps idle connections as long as our server does, so that a late click needs no new one. */
const keepAliveTimeout = 65_000;

const compressed = new Map<string, Buffer>();
function readCompressed(path: string): Buffer {
  const known = compressed.get(path);
  if (known !== undefined) return known;
  const body = brotliCompressSync(readFileSync(`${bundlesDir}${path}`));
  compressed.set(path, body);
  return body;
}

const server = createServer({ keepAliveTimeout }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const page = pages.find(({ id }) => pathname === `/${id}`);
  if (page !== undefined) {
    response.writeHead(200, html).end(playerPage(page, searchParams.has('autoplay'), liveOrigin));
  } else if (pathname.startsWith('/media/')) {
    const extension = extname(pathname);
    const type = types[extension];
    send(request, pathname.slice('/media'.length), { root: mediaDir, maxAge: 3_600_000 })
      .on('headers', (sent: typeof response) => type && sent.setHeader('Content-Type', type))
      .pipe(response);
  } else if (pathname.startsWith('/peers/')) {
    const path = pathname.slice('/peers/'.length);
    const headers = {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      ...immutable,
    };
    response.writeHead(200, headers).end(readCompressed(path));
  } else response.writeHead(404).end();
});
server.listen(0, 'localhost', () => console.log((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
