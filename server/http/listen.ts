import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

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
  /** From the first byte of a request to the last of its body. */
  requestMs: number;
  /** How often connections are looked at for this. */
  checkEveryMs: number;
}

/** A batch takes seconds on the slowest line; Node would hold a body that never ends for 300 s. */
const requestTimeouts: RequestTimeouts = { requestMs: 30_000, checkEveryMs: 5_000 };

/** A free port on one loopback address may be taken on the other; then another one is tried. */
const freePortAttempts = 10;

/**
 * Listens for HTTP requests. `localhost` is both loopback addresses, where the machine has both.
 * @param port 0 takes a free one
 * @param portOption the option that the message tells the user to change
 */
export async function listen(
  handle: RequestListener,
  { host, port, portOption }: { host: string; port: number; portOption: string },
  timeouts: RequestTimeouts = requestTimeouts,
): Promise<Result<Listener, ListenError>> {
  const [first = host, ...others] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    const main = await listenOn(handle, first, port, timeouts);
    let failure = main.code;
    if (main.code === null) {
      servers.push(main.server);
      const { port: mainPort } = main.server.address() as AddressInfo;
      for (const other of others) {
        const more = await listenOn(handle, other, mainPort, timeouts);
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
  { requestMs, checkEveryMs }: RequestTimeouts,
): Promise<{ server: Server; code: string | null }> {
  const server = createServer(
    { requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs },
    handle,
  );
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
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      const timer = setTimeout(() => servers.forEach(closeByForce), graceMs);
      await Promise.all(closed);
      clearTimeout(timer);
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
