import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** @returns a port that is in use until the end of the test */
export async function takePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
