import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkPorts } from '../../../../server/start/check-ports.js';
import { spawnTestServer } from '../support/spawn-test-server.ts';
import { testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { shareInFile } from '../support/when-done.ts';

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

const running = shareInFile(async () => {
  const options = testOptions();
  const child = spawnTestServer(options);
  const [output] = await once(child.stdout ?? child, 'data');
  const port = Number(/Embed +http:\/\/localhost:(\d+)/.exec(String(output))?.[1]);
  return { dataDir: options.dataDir, pid: child.pid, port };
});

test.each(['localhost', '127.0.0.1', '0.0.0.0'])(
  'with the host %s a port of an Offstage server is named as such, with the process of the same data directory',
  async (host) => {
    const { dataDir, pid, port } = running();
    const messageFor = async (place: { demoPort: number; dataDir?: string }) => {
      const checked = await checkPorts({ host, port: 0, ...place });
      return checked.ok ? '' : checked.error.message;
    };
    expect(await messageFor({ demoPort: port, dataDir: tempDirectory() })).toBe(
      `Port ${port} is in use by an Offstage server; stop it, or choose another port with --demo-port.`,
    );
    expect(await messageFor({ demoPort: port, dataDir })).toBe(
      `Port ${port} is in use by an Offstage server, and this process uses the data directory ${dataDir}: ${pid}; stop it, or choose another port with --demo-port.`,
    );
  },
);

test.each([
  ['no answer in HTTP', 'hello\r\n\r\n'],
  ['another answer', 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"origin":"http"}'],
  ['an endless answer', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`],
])('a program with %s is another program', async (_, text) => {
  const server = createServer((socket) => void socket.on('error', () => {}).write(text));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await checkPorts({ host: '127.0.0.1', port, demoPort: 0 })).toMatchObject({
    error: { message: expect.stringContaining(`Port ${port} is in use by another program;`) },
  });
});

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
