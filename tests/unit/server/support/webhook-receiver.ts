import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenDone } from './when-done.ts';

/** A request as a receiver got it. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A receiver of webhooks on this machine.
 * @param answer the status for the message with this number, from 1; `null` for no answer
 */
export async function startReceiver(
  answer: (n: number) => { status: number; headers?: OutgoingHttpHeaders } | null = () => ({
    status: 204,
  }),
) {
  const received: ReceivedMessage[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const reply = answer(received.length);
    if (reply !== null) response.writeHead(reply.status, reply.headers).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  whenDone(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?key=1`, received, close };
}
