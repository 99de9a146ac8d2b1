import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A publisher's page on its own site: some HTML with its response headers. */
export interface HostPage {
  url: string;
  close(): Promise<void>;
}

export async function serveHostPage(
  html: string,
  headers: OutgoingHttpHeaders = {},
): Promise<HostPage> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><link rel="icon" href="data:,">${html}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
