import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../limits/http-limits.ts';
import { clientNetwork } from './client-network.ts';
import { createTurns } from './create-turns.ts';
import type { WaitingRequests } from './waiting-requests.ts';

/**
 * Starts a few requests in each turn of the event loop.
 * @param handle gets one request of a connection at a time (`answerInTurn`)
 * @param clientOf by whom a request counts
 */
export function startInTurns(
  handle: RequestListener,
  clientOf: (request: IncomingMessage) => string,
): RequestListener {
  const turns = createTurns(httpLimits.startsPerTurnCount.value);
  return (request, response) =>
    turns.begin(clientOf(request), () => {
      // Its client may have left while it waited.
      if (!response.destroyed) handle(request, response);
    });
}

export interface ReadDeps {
  waiting: WaitingRequests;
  /** Whether an address is a trusted proxy's, whose connections are everybody's. */
  isProxy: (address: string) => boolean;
}

/**
 * Reads a few new connections in each turn of the event loop, and nothing of a client whose pipelined requests wait: one read may bring a
 * thousand requests, and without this one turn would read all connections of the client.
 */
export function readInTurns(server: Server, { waiting, isProxy }: ReadDeps): void {
  const turns = createTurns(httpLimits.connectionsPerTurnCount.value);
  const sockets = new Map<string, Set<Socket>>();
  const held = new WeakSet<Socket>();

  function hold(client: string, socket: Socket): void {
    held.add(socket);
    socket.pause();
    read(client, socket);
  }

  function read(client: string, socket: Socket): void {
    turns.begin(client, () => {
      if (socket.destroyed) return;
      waiting.whenFew(
        client,
        () => {
          held.delete(socket);
          socket.resume();
        },
        () => read(client, socket),
      );
    });
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
    setImmediate(() => {
      if (!socket.destroyed) hold(client, socket);
    });
  });
}
