import { createServer } from 'node:net';

/**
 * Below the ephemeral range, so that no connection gets a port by chance, and beside the ports of
 * the browser tests (`any-port.ts`), which may run at the same time.
 */
const [firstPort, portCount] = [11_000, 9_000];
/**
 * Ports of each process of a run; they do not overlap. Suites that run at the same time number
 * their processes alike, so each suite has a first share (`vitest.config.ts`).
 */
const shareCount = 500;
const share =
  Number(process.env.OFFSTAGE_FIRST_PORT_SHARE ?? 0) + Number(process.env.VITEST_POOL_ID ?? 0);
const shareStart = (share * shareCount) % portCount;
let nextPort = Math.floor(Math.random() * shareCount);

/** @returns a port on which no program of this machine listens; each only once in a process */
export async function freePort(): Promise<number> {
  for (;;) {
    nextPort = (nextPort + 1) % shareCount;
    const port = firstPort + shareStart + nextPort;
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
