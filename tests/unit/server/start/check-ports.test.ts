import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkPorts } from '../../../../server/start/check-ports.js';

/** @returns a port of that address that stays in use until the test ends */
async function takenPort(address: string): Promise<number> {
  const server: Server = createServer().listen(0, address);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
])(
  'with the host %s a port that is in use on %s is named with its option',
  async (host, address) => {
    const port = await takenPort(address);
    for (const [ports, option] of [
      [{ port, demoPort: 0 }, '--port'],
      [{ port: 0, demoPort: port }, '--demo-port'],
    ] as const)
      expect(await checkPorts({ host, ...ports })).toEqual({
        ok: false,
        error: {
          code: 'PORT_TAKEN',
          message: `Port ${port} is in use by another program; stop it, or choose another port with ${option}.`,
        },
      });
  },
);

test('a host that is not this machine is named', async () => {
  expect(await checkPorts({ host: '192.0.2.1', port: 0, demoPort: 0 })).toMatchObject({
    ok: false,
    error: { code: 'HOST_UNKNOWN' },
  });
});

test('ports that are free are released after the check', async () => {
  const listeners = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = listeners();
  expect(await checkPorts({ host: 'localhost', port: 0, demoPort: 0 })).toEqual({
    ok: true,
    value: undefined,
  });
  await expect.poll(listeners).toBeLessThanOrEqual(before);
});
