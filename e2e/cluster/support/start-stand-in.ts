import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anyPort } from '../../support/any-port.ts';

/** Stands in for a server behind a proxy and records its requests. */
export interface StandIn {
  origin: string;
  /** `METHOD /path` of each request received. */
  readonly asked: string[];
  dispose(): Promise<void>;
}

export async function startStandIn(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<StandIn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once('end', () => answer(request, response));
  });
  const port = anyPort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async dispose() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
