import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver has confirmed. */
export interface Received {
  /** `webhook-id`; of a message that comes twice, the same. */
  id: string;
  body: string;
}

/** A server that confirms what it gets, unless it refuses everything. */
export async function startReceiver() {
  const received: Received[] = [];
  let isRefusing = false;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (body === null) return;
    if (!isRefusing) received.push({ id: String(request.headers['webhook-id']), body });
    response.writeHead(isRefusing ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: (): readonly Received[] => received,
    refuse(isOn: boolean) {
      isRefusing = isOn;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @returns `null` if the sender was killed meanwhile */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  try {
    return await text(request);
  } catch {
    return null;
  }
}
