import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../client-network.ts';
import { httpLimits } from '../http-limits.ts';
import { createTurns, type Turns } from './create-turns.ts';
import type { WaitingRequests } from './waiting-requests.ts';

export interface ReadDeps {
  waiting: WaitingRequests;
  /** Whether an address belongs to a trusted proxy, whose connections serve many clients. */
  isProxy: (address: string) => boolean;
  /** Whether this turn has accepted a connection: new clients come before slowed ones. */
  isAccepting: () => boolean;
}

/** Reads the connections of one client in turns. */
export interface ReadingInTurns {
  /**
   * Call this if a read of this connection was expensive and useless. For `cutPauseMs`, only one of
   * its client's connections is read in a turn.
   */
  slowDown(socket: Socket): void;
}

/**
 * Stops reading a client with many waiting pipelined requests. One read may return a thousand
 * requests, so reading all of the client's connections in one turn would take too long. Once enough
 * requests have left, a few connections are read in each turn.
 *
 * A client whose body was cut (`boundedMessage`) may have hundreds of such connections, and each
 * read of one takes milliseconds.
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
  /**
   * Held connections with a turn to come. A connection has at most one turn, even if its client
   * often has many requests.
   */
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
      // Earlier connections may have added many requests; this one is queued again when they have
      // left.
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
    // Node starts to read a new connection in the next tick, so it can only be paused after that.
    // Data is read in the next turn.
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
