import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../limits/http-limits.ts';
import { clientNetwork } from './client-network.ts';
import { createTurns } from './create-turns.ts';
import type { WaitingRequests } from './waiting-requests.ts';

export interface ReadDeps {
  waiting: WaitingRequests;
  /** Whether an address is a trusted proxy's, whose connections are everybody's. */
  isProxy: (address: string) => boolean;
}

/**
 * Reads nothing of a client whose pipelined requests wait: one read may bring a thousand requests, and without this one turn of the event
 * loop would read all connections of the client. When enough requests have left, a few connections are read in each turn.
 */
export function readInTurns(server: Server, { waiting, isProxy }: ReadDeps): void {
  const turns = createTurns({ turnCount: httpLimits.connectionsPerTurnCount.value });
  const sockets = new Map<string, Set<Socket>>();
  const held = new WeakSet<Socket>();

  function hold(client: string, socket: Socket): void {
    if (socket.destroyed) return;
    held.add(socket);
    socket.pause();
    waiting.whenFew(client, () => turns.begin(client, () => release(client, socket)));
  }

  function release(client: string, socket: Socket): void {
    // Connections before it may have brought many again.
    if (waiting.hasMany(client)) {
      hold(client, socket);
      return;
    }
    held.delete(socket);
    if (!socket.destroyed) socket.resume();
  }

  waiting.onMany((client) => {
    for (const socket of sockets.get(client) ?? []) hold(client, socket);
  });
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const client = clientNetwork(address);
    const own = sockets.get(client) ?? new Set();
    sockets.set(client, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0) sockets.delete(client);
    });
    // Node resumes a connection after each body.
    socket.on('resume', () => {
      if (held.has(socket)) socket.pause();
    });
    // Node begins to read a new connection in the next tick, and it can be paused only after that. Data is read in the next turn.
    if (waiting.hasMany(client)) setImmediate(() => hold(client, socket));
  });
}
