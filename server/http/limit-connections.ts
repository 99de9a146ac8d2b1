import type { Server } from 'node:http';
import { clientNetwork } from './client-network.ts';

/** Connections of one listener at a time: an idle one takes 10 KB, and Linux gives a process 20,000 files and more (`ulimit -Hn`). */
const connectionsMaxCount = 20_000;

/** So that no address can have all of them. */
const addressShare = 0.5;

/**
 * Further connections are closed as they come.
 * @param isProxy whether an address is a trusted proxy's, whose connections are everybody's
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  maxCount: number = connectionsMaxCount,
): void {
  const counts = new Map<string, number>();
  server.maxConnections = maxCount;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const client = clientNetwork(address);
    const count = counts.get(client) ?? 0;
    if (count >= maxCount * addressShare) {
      socket.destroy();
      return;
    }
    counts.set(client, count + 1);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 0) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}
