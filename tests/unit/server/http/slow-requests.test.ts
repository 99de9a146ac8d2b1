import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlockList, connect } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createRequestListener } from '../../../../server/http/create-request-listener.ts';
import { addErrorReplies } from '../../../../server/http/error-reply.ts';
import { createConnectionLimit } from '../../../../server/http/fairness/limit-connections.ts';
import { listen } from '../../../../server/http/listen.ts';
import type { ServerEnv } from '../../../../server/http/server-env.ts';
import { parseReplies, rawSocket } from '../support/raw-socket.ts';

/** One of the time-outs is short: the other one must not end the connection before. */
const forRequests = { requestMs: 60, idleMs: 10_000 };
const forIdle = { requestMs: 10_000, idleMs: 50 };

/** A real listener. */
async function start(
  app: Hono<ServerEnv>,
  { requestMs, idleMs }: { requestMs: number; idleMs: number },
): Promise<number> {
  const listener = await listen(
    createRequestListener(app, new BlockList()),
    { host: '127.0.0.1', port: 0, portOption: '--port' },
    { headersMs: requestMs, requestMs, idleMs, checkEveryMs: 5 },
  );
  if (!listener.ok) throw new Error(listener.error.message);
  onTestFinished(() => listener.value.stop(0));
  return listener.value.port;
}

const readsBody = () => {
  const app = new Hono<ServerEnv>();
  addErrorReplies(app, () => {});
  return app.post('/', async (context) => context.text(await context.req.text()));
};

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\nX: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nslow'],
  ['chunks', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nslow'],
])('a request whose %s never end is answered with 408 and cut off', async (_what, bytes) => {
  const port = await start(readsBody(), forRequests);
  // The time of a connection's first request begins with the connection, and on a busy machine its
  // bytes may come later than the time-out. The time of the next one begins with its first byte.
  const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
  const [answered, reply] = parseReplies(await rawSocket(port, first + bytes));
  expect(answered?.status).toBe(200);
  expect(reply?.status).toBe(408);
  expect(JSON.parse(reply?.body ?? '')).toMatchObject({ error: { code: 'REQUEST_TIMEOUT' } });
});

test('a body that comes byte by byte is cut off too [threat-smuggling]', async () => {
  const port = await start(readsBody(), forRequests);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 2);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(timer);
});

test('a connection that was never used is closed without an answer', async () => {
  const port = await start(readsBody(), forRequests);
  expect(await rawSocket(port, '')).toBe('');
});

test('an idle connection is closed', async () => {
  const port = await start(
    new Hono<ServerEnv>().get('/', (context) => context.text('ok')),
    forIdle,
  );
  // It does not ask for that.
  expect(await rawSocket(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('one address gets at most half of the connections, also after some have closed [threat-smuggling]', async () => {
  const server = createServer((_request, response) => response.end());
  createConnectionLimit(() => false, 4)(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    return { socket, closed: new Promise((resolve) => socket.on('close', resolve)) };
  };
  const kept = [open(), open()];
  for (const { socket } of kept) await new Promise((resolve) => socket.on('connect', resolve));
  await open().closed;
  kept[0]?.socket.destroy();
  await kept[0]?.closed;
  await expect
    .poll(() => rawSocket(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))
    .toMatch(/^HTTP\/1\.1 200 /);
});

test('a trusted proxy may have all connections: they belong to many clients', async () => {
  const server = createServer((_request, response) => response.end());
  createConnectionLimit((address) => address === '127.0.0.1', 2)(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const first = connect(port, '127.0.0.1');
  await new Promise((resolve) => first.on('connect', resolve));
  expect(await rawSocket(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
    / 200 /,
  );
});
