import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { answerClientErrors } from './answer-client-error.ts';
import { limitConnections } from './limit-connections.ts';

export interface Listener {
  port: number;
  /**
   * Takes no more connections, and resolves when the last one is gone: idle ones at once, requests under way when they are
   * answered, whatever is left after the grace by force.
   */
  stop(graceMs: number): Promise<void>;
}

export type ListenError = 'PORT_TAKEN' | 'PORT_DENIED' | 'HOST_UNKNOWN';

export interface RequestTimeouts {
  /** From the first byte of a request to the last of its headers. */
  headersMs: number;
  /** From the first byte of a request to the last of its body. */
  requestMs: number;
  /** How long a connection is kept on which no request comes. */
  idleMs: number;
  /** How often connections are looked at for this. */
  checkEveryMs: number;
}

/**
 * A batch takes seconds on the slowest line; Node would hold a body that never ends for 300 s. Headers are one or two packets, but
 * Chromium keeps connections that it has opened ahead for 10 s. A proxy keeps idle ones for a minute (nginx), and a request on one that
 * was just closed here would be lost; so both close first.
 */
const requestTimeouts: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 65_000,
  checkEveryMs: 5_000,
};

/** Request line and headers together; what is longer is answered with 431. */
const headersMaxBytes = 16_384;

/** A turn of the event loop may have begun before the listener closed; the next one reads all that has come. */
const turnsToRead = 2;

/** A free port on one loopback address may be taken on the other; then another one is tried. */
const freePortAttempts = 10;

export interface ListenPlace {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The option that messages tell the user to change. */
  portOption: string;
  /** Whether an address is a trusted proxy's. */
  isProxy?: (address: string) => boolean;
}

/**
 * Listens for HTTP requests. `localhost` is both loopback addresses, where the machine has both.
 */
export async function listen(
  handle: RequestListener,
  { host, port, portOption, isProxy = () => false }: ListenPlace,
  changes: Partial<RequestTimeouts> = {},
): Promise<Result<Listener, ListenError>> {
  const timeouts = { ...requestTimeouts, ...changes };
  const [first = host, ...others] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    const main = await listenOn(handle, first, port, timeouts, isProxy);
    let failure = main.code;
    if (main.code === null) {
      servers.push(main.server);
      const { port: mainPort } = main.server.address() as AddressInfo;
      for (const other of others) {
        const more = await listenOn(handle, other, mainPort, timeouts, isProxy);
        if (more.code === null) servers.push(more.server);
        // A machine without IPv6 has one loopback address only.
        else if (more.code === 'EADDRINUSE') failure = more.code;
      }
      if (failure === null) return ok(createListener(servers, mainPort));
    }
    await createListener(servers, port).stop(0);
    if (port !== 0 || failure !== 'EADDRINUSE' || attempt === freePortAttempts)
      return explain(failure ?? '', host, port, portOption);
  }
}

function listenOn(
  handle: RequestListener,
  host: string,
  port: number,
  { headersMs, requestMs, idleMs, checkEveryMs }: RequestTimeouts,
  isProxy: (address: string) => boolean,
): Promise<{ server: Server; code: string | null }> {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headersMaxBytes,
      // The request listener refuses those without, in the form of all refusals.
      requireHostHeader: false,
    },
    handle,
  );
  // Node would drop those after the 2,000th without a word, and so the one by which a proxy says who asks.
  server.maxHeadersCount = 0;
  limitConnections(server, isProxy);
  answerClientErrors(server);
  // Closing the server ends the connections that are idle then; one that becomes idle later would be kept for seconds.
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ server, code: error.code ?? error.message }),
    );
    server.listen(port, host, () => resolve({ server, code: null }));
  });
}

function createListener(servers: readonly Server[], port: number): Listener {
  return {
    port,
    async stop(graceMs) {
      // Node's own would cut connections at once on which a request may just have come that nobody has read yet.
      const closed = servers.map(
        (server) => new Promise((resolve) => NetServer.prototype.close.call(server, resolve)),
      );
      for (let turn = 0; turn < turnsToRead; turn += 1) await nextTurn();
      for (const server of servers) server.closeIdleConnections();
      const timer = setTimeout(() => servers.forEach(closeByForce), graceMs);
      await Promise.all(closed);
      clearTimeout(timer);
      // Ends its timers; that it has stopped listening is known.
      for (const server of servers) server.close(() => {});
    },
  };
}

function closeByForce(server: Server): void {
  server.closeAllConnections();
}

function explain(code: string, host: string, port: number, option: string): Result<never, ListenError> {
  if (code === 'EADDRINUSE')
    return err(
      'PORT_TAKEN',
      `Port ${port} is taken by another program; stop that one, or choose another port with ${option}.`,
    );
  if (code === 'EACCES')
    return err(
      'PORT_DENIED',
      `This user may not listen on port ${port}; choose one from 1024 on with ${option}.`,
    );
  return err(
    'HOST_UNKNOWN',
    `This machine cannot listen on "${host}" (${code}); give one of its own names or addresses with --host.`,
  );
}
