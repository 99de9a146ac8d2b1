import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import { addressesOf, type ListenError, listenFailure } from '../start/listen-failure.js';
import { createAcceptWatch } from './accept-watch.ts';
import { answerClientErrors } from './answer-client-error.ts';
import { socketLimits } from './answer-limits.ts';
import { answerInTurn } from './fairness/answer-in-turn.ts';
import { boundedMessage, cutUnreadChunks } from './fairness/bounded-message.ts';
import type { LimitConnections } from './fairness/limit-connections.ts';
import { createConnectionLimit } from './fairness/limit-connections.ts';
import { type ReadingInTurns, readInTurns } from './fairness/read-in-turns.ts';
import { startInTurns } from './fairness/start-in-turns.ts';
import type { WaitingRequests } from './fairness/waiting-requests.ts';
import { createWaitingRequests } from './fairness/waiting-requests.ts';
import { httpLimits } from './http-limits.ts';

export interface Listener {
  port: number;
  /**
   * Stops accepting connections, and resolves when all are closed. Idle ones close at once,
   * requests in flight may finish, and after the grace period the rest is closed by force.
   */
  stop(graceMs: number): Promise<void>;
}

export interface RequestTimeouts {
  /** From the first byte of a request to its last header. */
  headersMs: number;
  /** From the first byte of a request to the last byte of its body. */
  requestMs: number;
  /** How long an idle connection is kept. */
  idleMs: number;
  /** Interval between checks of these limits. */
  checkEveryMs: number;
}

const requestTimeouts: RequestTimeouts = {
  headersMs: httpLimits.headersMs.value,
  requestMs: httpLimits.requestMs.value,
  idleMs: httpLimits.idleMs.value,
  checkEveryMs: socketLimits.checkEveryMs,
};

export interface ListenPlace {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The option that error messages name. */
  portOption: string;
  /** The client that a request counts for; default: its connection's address. */
  clientOf?: (request: IncomingMessage) => string;
  /** Whether an address belongs to a trusted proxy. */
  isProxy?: (address: string) => boolean;
  /** Counts connections; several listeners may share it. */
  limitConnections?: LimitConnections;
  /** Counts pipelined requests; several listeners may share it. */
  waiting?: WaitingRequests;
}

/**
 * Listens for HTTP requests. `localhost` means both loopback addresses, if the machine has both.
 */
export async function listen(
  handle: RequestListener,
  { host, port, portOption, isProxy = () => false, ...place }: ListenPlace,
  changes: Partial<RequestTimeouts> = {},
): Promise<Result<Listener, ListenError>> {
  const timeouts = { ...requestTimeouts, ...changes };
  const { limitConnections = createConnectionLimit(isProxy), waiting = createWaitingRequests() } =
    place;
  const accepts = createAcceptWatch();
  const started = startInTurns(handle, {
    clientOf: place.clientOf ?? peerOf,
    isAccepting: accepts.isAccepting,
  });
  const serve = answerInTurn(started, { waiting, isProxy });
  const boundConnections = (server: Server) => {
    limitConnections(server);
    accepts.watch(server);
    return readInTurns(server, { waiting, isProxy, isAccepting: accepts.isAccepting });
  };
  const [first, ...others] = addressesOf(host);
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    const main = await listenOn(serve, first, port, timeouts, boundConnections);
    let failure = main.code;
    if (main.code === null) {
      servers.push(main.server);
      const { port: mainPort } = main.server.address() as AddressInfo;
      for (const other of others) {
        const more = await listenOn(serve, other, mainPort, timeouts, boundConnections);
        if (more.code === null) servers.push(more.server);
        // A machine without IPv6 has only one loopback address.
        else if (more.code === 'EADDRINUSE') failure = more.code;
      }
      if (failure === null) return ok(createListener(servers, mainPort));
    }
    await createListener(servers, port).stop(0);
    if (port !== 0 || failure !== 'EADDRINUSE' || attempt === socketLimits.freePortCount)
      return listenFailure(failure ?? '', { host, port, portOption });
  }
}

function peerOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

function listenOn(
  handle: RequestListener,
  host: string,
  port: number,
  { headersMs, requestMs, idleMs, checkEveryMs }: RequestTimeouts,
  boundConnections: (server: Server) => ReadingInTurns,
): Promise<{ server: Server; code: string | null }> {
  const server: Server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: httpLimits.headersMaxBytes.value,
      // The request listener refuses requests without `Host` in the form of all refusals.
      requireHostHeader: false,
      IncomingMessage: boundedMessage((socket) => reading.slowDown(socket)),
    },
    handle,
  );
  // By default Node silently drops headers after the 2,000th, which may be the one with which a
  // proxy names the client.
  server.maxHeadersCount = 0;
  const reading = boundConnections(server);
  server.on('request', cutUnreadChunks);
  answerClientErrors(server);
  // `close` ends connections that are idle at that time; one that becomes idle later would stay for
  // seconds.
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ server, code: error.code ?? error.message }),
    );
    server.listen({ port, host, backlog: httpLimits.backlogCount.value }, () =>
      resolve({ server, code: null }),
    );
  });
}

function createListener(servers: readonly Server[], port: number): Listener {
  return {
    port,
    async stop(graceMs) {
      // Node's HTTP `close` would cut idle connections at once, even if a request has arrived
      // unread.
      const closed = servers.map(
        (server) => new Promise((resolve) => NetServer.prototype.close.call(server, resolve)),
      );
      for (let turn = 0; turn < socketLimits.turnsToReadCount; turn += 1) await nextTurn();
      for (const server of servers) server.closeIdleConnections();
      const timer = setTimeout(() => servers.forEach(closeByForce), graceMs);
      await Promise.all(closed);
      clearTimeout(timer);
      // Ends its timers. The callback ignores the error, because the server no longer listens.
      for (const server of servers) server.close(() => {});
    },
  };
}

function closeByForce(server: Server): void {
  server.closeAllConnections();
}
