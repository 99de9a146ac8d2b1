import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the server as a proxy does, and can shut the intake off while everything else goes through. */
export interface Gate {
  origin: string;
  shut(): void;
  open(): void;
  /** Requests to the intake that were refused. */
  refusedCount(): number;
  close(): Promise<void>;
}

export async function openGate(targetOrigin: string): Promise<Gate> {
  let isShut = false;
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    if (isShut && /log_event|video_stats/.test(incoming.url ?? '')) {
      refused += 1;
      incoming.socket.destroy();
      return;
    }
    const headers = {
      ...incoming.headers,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'http',
    };
    const forwarded = request(
      `${targetOrigin}${incoming.url}`,
      { method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
    },
    refusedCount: () => refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
