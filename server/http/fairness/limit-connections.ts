import type { Server } from 'node:http';
import { clientNetwork } from '../client-network.ts';
import { httpLimits } from '../http-limits.ts';

/** Limits the total connections of all servers that it is called with. */
export type LimitConnections = (server: Server) => void;

/**
 * Closes connections above the limit at once.
 * @param isProxy whether an address belongs to a trusted proxy, whose connections serve many
 *   clients
 */
export function createConnectionLimit(
  isProxy: (address: string) => boolean,
  maxCount: number = httpLimits.connectionsMaxCount.value,
): LimitConnections {
  const counts = new Map<string, number>();
  const clientMaxCount = maxCount * httpLimits.connectionsClientShare.value;
  let total = 0;
  return (server) => {
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? '';
      const client = isProxy(address) ? null : clientNetwork(address);
      const count = client === null ? 0 : (counts.get(client) ?? 0);
      if (total >= maxCount || count >= clientMaxCount) {
        socket.destroy();
        return;
      }
      total += 1;
      if (client !== null) counts.set(client, count + 1);
      socket.once('close', () => {
        total -= 1;
        if (client === null) return;
        const left = (counts.get(client) ?? 0) - 1;
        if (left > 0) counts.set(client, left);
        else counts.delete(client);
      });
    });
  };
}
