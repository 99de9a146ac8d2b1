import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../limits/http-limits.ts';
import { clientNetwork } from './client-network.ts';
import { createTurns, type Turns } from './create-turns.ts';
import type { WaitingRequests } from './waiting-requests.ts';

export interface ReadDeps {
  waiting: WaitingRequests;
  /** Whether an address is a trusted proxy's, whose connections are everybody's. */
  isProxy: (address: string) => boolean;
  /** Whether this turn has accepted a connection: new clients come before those that are slowed down. */
  isAccepting: () => boolean;
}

/** Reads the connections of one client in turns. */
export interface ReadingInTurns {
  /** One read of this connection was costly, and for nothing: for `cutPauseMs` its client's others are read one in a turn. */
  slowDown(socket: Socket): void;
}

/**
 * Reads nothing of a client whose pipelined requests wait: one read may bring a thousand requests, and without this one turn of the event
 * loop would read all connections of the client. When enough requests have left, a few connections are read in each turn.
 *
 * A client whose body was cut (`boundedMessage`) may have hundreds of connections with the same: each read of one takes milliseconds.
 */
export function readInTurns(
  server: Server,
  { waiting, isProxy, isAccepting }: ReadDeps,
): ReadingInTurns {
  const turns = createTurns({ turnCount: httpLimits.connectionsPerTurnCount.value });
  const slowTurns = createTurns({ turnCount: 1, shouldYield: isAccepting });
  const slow = new Map<string, NodeJS.Timeout>();
  const sockets = new Map<string, Set<Socket>>();
  const held = new WeakSet<Socket>();
  /** Held, with a turn to come. A connection has one at most, however often its client has many requests. */
  const queued = new WeakSet<Socket>();

  function hold(socket: Socket): void {
    held.add(socket);
    socket.pause();
  }

  function queue(client: string, socket: Socket, line: Turns): void {
    if (socket.destroyed || queued.has(socket)) return;
    queued.add(socket);
    line.begin(client, () => {
      queued.delete(socket);
      // Connections before it may have brought many again; it is queued again when these have left.
      if (waiting.hasMany(client)) return;
      held.delete(socket);
      socket.resume();
    });
  }

  function holdForTurn(client: string, socket: Socket): void {
    hold(socket);
    queue(client, socket, slowTurns);
  }

  waiting.onMany((client) => {
    for (const socket of sockets.get(client) ?? []) hold(socket);
  });
  waiting.onFew((client) => {
    for (const socket of sockets.get(client) ?? []) queue(client, socket, turns);
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
      if (waiting.hasMany(client)) hold(socket);
      else if (slow.has(client)) holdForTurn(client, socket);
    });
  });
  return {
    slowDown({ remoteAddress = '' }) {
      if (isProxy(remoteAddress)) return;
      const client = clientNetwork(remoteAddress);
      clearTimeout(slow.get(client));
      slow.set(client, setTimeout(() => slow.delete(client), httpLimits.cutPauseMs.value).unref());
      for (const socket of sockets.get(client) ?? []) holdForTurn(client, socket);
    },
  };
}
