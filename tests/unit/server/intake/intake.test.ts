import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { intakeLimits } from '../../../../shared/limits/limits.ts';
import { logReplySchema } from '../../../../shared/telemetry/log-batch.ts';
import { expectPublished } from '../support/expect-published.ts';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readFigures } from '../support/read-figures.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';

const path = '/youtubei/v1/log_event?alt=json';

async function post(
  server: TestServer,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, path, { method: 'POST', body, headers });
  const json = JSON.parse(reply.body);
  expectPublished(reply.status === 200 ? 'log-reply' : 'error', json);
  return { ...reply, json };
}

const postJson = (server: TestServer, value: unknown) => post(server, JSON.stringify(value));

const summaryOf = async (server: TestServer) => readFigures(`${server.embed}/telemetry/summary`);

async function storedSeqs(server: TestServer): Promise<number[]> {
  return (await readNdjson(`${server.embed}/telemetry/events`)).map(({ seq }) => seq);
}

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
    const reply = await post(server, body);
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
  expect(await post(server, packed.subarray(0, -12), gzip)).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await post(server, packed.subarray(0, -12))).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await post(server, 'plain', gzip)).toMatchObject({
    status: 400,
    json: { error: { code: 'BAD_GZIP' } },
  });
  expect(await post(server, packed, { 'Content-Encoding': 'br' })).toMatchObject({
    status: 415,
    json: { error: { code: 'UNKNOWN_ENCODING' } },
  });
  expect(await summaryOf(server)).toMatchObject({ events: 0, rejected: 4 });
});

test('the intake stops decompressing a compression bomb at the limit [threat-bombs]', async () => {
  const server = await startTestServer();
  const bomb = gzipSync(Buffer.alloc(intakeLimits.unpackedMaxBytes * 20));
  expect(bomb.length).toBeLessThan(intakeLimits.bodyMaxBytes);
  expect(await post(server, bomb)).toMatchObject({
    status: 413,
    json: { error: { code: 'UNPACKED_TOO_LARGE' } },
  });
});

test('the intake refuses a body that announces too many bytes before reading it', async () => {
  const server = await startTestServer();
  const socket = connect(server.embedPort, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${intakeLimits.bodyMaxBytes + 1}\r\n\r\n`,
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
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
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
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${intakeLimits.bodyMaxBytes}\r\n\r\n`,
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
  await expect.poll(async () => (await post(server, large)).status).toBe(200);
  expect(server.errors).toEqual([]);
});

test('a batch whose sender left is counted, and the intake goes on', async () => {
  const server = await startTestServer();
  const socket = connect(server.embedPort, '127.0.0.1');
  await new Promise<void>((resolve) => {
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf`,
      () => resolve(),
    );
  });
  socket.destroy();
  await expect.poll(async () => (await summaryOf(server)).rejected, { timeout: 20_000 }).toBe(1);
  expect((await postJson(server, logBatch([logEvent(1)]))).status).toBe(200);
  expect(server.errors).toEqual([]);
});

test('the good events beside a bad one are stored, and the answer names the bad one and the reason', async () => {
  const server = await startTestServer();
  const reply = await postJson(
    server,
    logBatch([logEvent(1), logEvent(2, { name: '!' }), logEvent(3), 'junk', logEvent(0)]),
  );
  expect(reply.json).toMatchObject({ accepted: 2, duplicates: 0, rejected: 3 });
  expect(reply.json.rejections).toMatchObject([
    { index: 1, message: expect.stringMatching(/^name: /) },
    { index: 3, message: expect.any(String) },
    { index: 4, message: expect.stringMatching(/^seq: /) },
  ]);
  expect(await storedSeqs(server)).toEqual([1, 3]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, batches: 1, rejected: 3 });
});

test('every refused event is named, so that its sender can account for it', async () => {
  const server = await startTestServer();
  const { json } = await postJson(server, logBatch(Array.from({ length: 30 }, () => 'junk')));
  expect(json).toMatchObject({ accepted: 0, rejected: 30 });
  expect(json.rejections).toHaveLength(30);
});

test('an event that is nested too deeply is refused, and its neighbours are stored [threat-bombs]', async () => {
  const server = await startTestServer();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const body = JSON.stringify(
    logBatch([logEvent(1), logEvent(2, { payload: { deep: 'DEEP' } })]),
  ).replace('"DEEP"', deep);
  expect((await post(server, body)).json).toMatchObject({
    accepted: 1,
    rejected: 1,
    rejections: [{ index: 1 }],
  });
});

test('an event is stored once, however often it arrives: in one batch, in two, or in two at a time [threat-other-embeds]', async () => {
  const server = await startTestServer();
  expect((await postJson(server, logBatch([logEvent(1), logEvent(1), logEvent(2)]))).json).toEqual({
    accepted: 2,
    duplicates: 1,
    rejected: 0,
  });
  expect((await postJson(server, logBatch([logEvent(2), logEvent(3)]))).json).toEqual({
    accepted: 1,
    duplicates: 1,
    rejected: 0,
  });
  const batch = logBatch([logEvent(4), logEvent(5)]);
  const replies = await Promise.all(Array.from({ length: 10 }, () => postJson(server, batch)));
  expect(replies.reduce((sum, { json }) => sum + json.accepted, 0)).toBe(2);
  expect(replies.reduce((sum, { json }) => sum + json.duplicates, 0)).toBe(18);
  expect(await storedSeqs(server)).toEqual([1, 2, 3, 4, 5]);
});

test('events of two documents with the same numbers are separate', async () => {
  const server = await startTestServer();
  await postJson(server, logBatch([logEvent(1)]));
  expect(
    (await postJson(server, logBatch([logEvent(1)], { sid: 'another-sid-0123456' }))).json.accepted,
  ).toBe(1);
});

test.each([
  ['application/json', {}],
  ['text/plain;charset=UTF-8', {}],
  ['application/octet-stream', {}],
])('the intake accepts a batch as %s', async (type) => {
  const server = await startTestServer();
  const reply = await post(server, JSON.stringify(logBatch([logEvent(1)])), {
    'Content-Type': type,
  });
  expect(reply.status).toBe(200);
  expect(z.parse(logReplySchema, reply.json)).toEqual({ accepted: 1, duplicates: 0, rejected: 0 });
});

test('the intake accepts gzip with and without its header, and counts the bytes that arrived', async () => {
  const server = await startTestServer();
  const first = gzipSync(JSON.stringify(logBatch([logEvent(1)])));
  const second = gzipSync(JSON.stringify(logBatch([logEvent(2)])));
  expect((await post(server, first, { 'Content-Encoding': 'gzip' })).json.accepted).toBe(1);
  expect((await post(server, second)).json.accepted).toBe(1);
  expect(await summaryOf(server)).toEqual({
    events: 2,
    batches: 2,
    duplicates: 0,
    rejected: 0,
    bytes: first.length + second.length,
    clients: 1,
    missing: 0,
    expired: { events: 0, clients: 0, missing: 0 },
  });
});

test('the intake stores the fields of the event and its batch, with the endpoint and the time [spec-7.12]', async () => {
  const server = await startTestServer({}, () => 1_700_000_001_000);
  const event = logEvent(7, {
    eventTimeMs: 1.5,
    payload: { text: 'ä\u0000\u{1f600}', list: [1, null] },
  });
  const reply = await rawRequest(server.embed, '/youtubei/v1/video_stats', {
    method: 'POST',
    body: JSON.stringify(logBatch([event])),
  });
  expect(reply).toMatchObject({ status: 200 });
  const [stored] = await readNdjson(`${server.embed}/telemetry/events`);
  expect(stored).toEqual({
    row: expect.any(Number),
    sid: testSid,
    seq: 7,
    name: 'playerStateChanged',
    endpoint: 'video_stats',
    eventTimeMs: 1.5,
    receivedMs: 1_700_000_001_000,
    context: {
      client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' },
      lastActivityMs: 12,
      sequence: { index: 7, groupKey: 'playback' },
    },
    payload: { text: 'ä\u0000\u{1f600}', list: [1, null] },
  });
});

test('events and counters survive a restart', async () => {
  const { options } = await storePlace();
  const first = await startTestServer(options);
  await postJson(first, logBatch([logEvent(1), logEvent(1), 'junk']));
  await post(first, 'junk');
  const before = await summaryOf(first);
  await first.stop(0);

  const second = await startTestServer(options);
  expect(await summaryOf(second)).toEqual(before);
  expect(before).toMatchObject({ events: 1, batches: 1, duplicates: 1, rejected: 2 });
  expect((await postJson(second, logBatch([logEvent(1)]))).json.duplicates).toBe(1);
});

test('the intake answers preflights of any origin', async () => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, path, {
    method: 'OPTIONS',
    headers: {
      Origin: 'null',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,content-encoding',
    },
  });
  expect(reply.status).toBe(204);
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  expect(reply.headers['access-control-allow-headers']).toContain('content-encoding');
});
