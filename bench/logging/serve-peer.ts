import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundlesDir } from './bundle-peers.ts';

/**
 * A peer's page on its own origin, because a vendor's intake is another origin in production too.
 */
export interface PeerServer {
  origin: string;
  close(): Promise<void>;
}

/** @param name name of the bundle; the page is at `/` with its script beside it */
export async function servePeer(name: string): Promise<PeerServer> {
  const script = readFileSync(`${bundlesDir}${name}.js`);
  const server = createServer(({ url }, response) => {
    if (url === '/peer.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/peer.js"></script>',
        );
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
