import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { batchPath, postBatch, postBatchBody, summaryOf } from './post-batch.ts';

test.each([
  ['invalid JSON', 'not json', 400, 'BAD_JSON'],
  ['an empty body', '', 400, 'BAD_JSON'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'BAD_TEXT'],
  ['JSON that is no batch', '{}', 400, 'BAD_BATCH'],
  ['a batch without events', JSON.stringify(logBatch([])), 400, 'BAD_BATCH'],
  [
    'too many events',
    JSON.stringify(logBatch(Array.from({ length: 101 }, (_, i) => logEvent(i + 1)))),
    400,
    'BAD_BATCH',
  ],
  ['a malformed sid', JSON.stringify(logBatch([logEvent(1)], { sid: 'short' })), 400, 'BAD_BATCH'],
])(
  'the intake refuses %s as a whole, counts it once and stores nothing',
  async (_what, body, status, code) => {
    const server = await startTestServer();
    const reply = await postBatchBody(server, body);
    expect(reply).toMatchObject({ status, json: { error: { code, message: expect.any(String) } } });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(await summaryOf(server)).toEqual({
      events: 0,
      batches: 0,
      duplicates: 0,
      rejected: 1,
      bytes: Buffer.byteLength(body),
      clients: 0,
      missing: 0,
      expired: { events: 0, clients: 0, missing: 0 },
    });
  },
);

test('the intake refuses truncated or damaged gzip, and an unknown encoding', async () => {
  const server = await startTestServer();
  const packed = gzipSync(JSON.stringify(logBatch([logEvent(1)])));
  const gzip = { 'Content-Encoding': 'gzip' };
  expect(await postBatchBody(server, packed.subarray(0, -12), gzip)).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await postBatchBody(server, packed.subarray(0, -12))).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await postBatchBody(server, 'plain', gzip)).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await postBatchBody(server, packed, { 'Content-Encoding': 'br' })).toMatchObject({
    status: 415,
    json: { error: { code: 'UNKNOWN_ENCODING' } },
  });
  expect(await summaryOf(server)).toMatchObject({ events: 0, rejected: 4 });
});

test('the intake stops decompressing a compression bomb at the limit [threat-bombs]', async () => {
  const server = await startTestServer();
  const bomb = gzipSync(Buffer.alloc(intakeLimits.unpackedMaxBytes * 20));
  expect(bomb.length).toBeLessThan(intakeLimits.bodyMaxBytes);
  expect(await postBatchBody(server, bomb)).toMatchObject({
    status: 413,
    json: { error: { code: 'UNPACKED_TOO_LARGE' } },
  });
});

test('the intake refuses a body that announces too many bytes before reading it', async () => {
  const server = await startTestServer();
  const socket = connect(server.embedPort, '127.0.0.1');
  socket.write(
    `POST ${batchPath} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${intakeLimits.bodyMaxBytes + 1}\r\n\r\n`,
  );
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  expect(reply).toMatch(/^HTTP\/1\.1 413 /);
  expect(reply).toContain('BODY_TOO_LARGE');
  expect(await summaryOf(server)).toMatchObject({ rejected: 1, bytes: 0 });
});

/** The server's side of the next connection. */
function nextServerSocket(server: TestServer): Promise<Socket> {
  return new Promise((resolve) => {
    const onRequest = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.socket.localPort !== server.embedPort) return;
      unsubscribe('http.server.request.start', onRequest);
      resolve(request.socket);
    };
    subscribe('http.server.request.start', onRequest);
  });
}

test('the intake reads a body of unknown length up to the limit, however much is sent', async () => {
  const server = await startTestServer();
  const serverSocket = nextServerSocket(server);
  const socket = connect(server.embedPort, '127.0.0.1');
  // The server closes while the sender is still writing.
  socket.on('error', () => {});
  socket.write(
    `POST ${batchPath} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const size = 50_000_000;
  socket.write(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`);
  const reply = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  const taker = await serverSocket;
  if (!taker.destroyed) await once(taker, 'close');
  // Node reads 64 KiB at a time.
  expect(taker.bytesRead).toBeLessThan(intakeLimits.bodyMaxBytes + 3 * 65_536);
  expect(await reply).toMatch(/^(HTTP\/1\.1 413 |$)/);
});

test('a batch whose connection breaks is not counted as rejected, because its sender sends it again', async () => {
  const server = await startTestServer();
  const serverSocket = nextServerSocket(server);
  const socket = connect(server.embedPort, '127.0.0.1');
  socket.write(`POST ${batchPath} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{`);
  const taker = await serverSocket;
  socket.destroy();
  await once(taker, 'close');
  expect((await postBatch(server, logBatch([logEvent(1)]))).status).toBe(200);
  expect(await summaryOf(server)).toMatchObject({ events: 1, batches: 1, rejected: 0 });
  expect(server.errors).toEqual([]);
});

test('the intake answers 503 when its room for bodies is full, and accepts batches again later', async () => {
  const server = await startTestServer();
  const allButOne = Buffer.alloc(intakeLimits.bodyMaxBytes - 1, 'x');
  const sockets = Array.from({ length: 65 }, () => connect(server.embedPort, '127.0.0.1'));
  const replies = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.on('error', () => {}).once('data', (chunk) => resolve(chunk.toString()));
      }),
  );
  for (const socket of sockets) {
    socket.write(
      `POST ${batchPath} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${intakeLimits.bodyMaxBytes}\r\n\r\n`,
    );
    socket.write(allButOne);
  }
  const refused = await Promise.race(replies);
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refused).toContain('SERVER_BUSY');
  // It is sent again, so it does not count as refused.
  expect(await summaryOf(server)).toMatchObject({ rejected: 0 });
  for (const socket of sockets) socket.destroy();
  // So large that it only fits once room was released.
  const large = JSON.stringify(logBatch([logEvent(1)])).padEnd(intakeLimits.bodyMaxBytes);
  await expect.poll(async () => (await postBatchBody(server, large)).status).toBe(200);
  expect(server.errors).toEqual([]);
});
