import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../../shared/limits/intake-limits.ts';
import { providerLogLimits } from '../../../../../shared/limits/provider-log-limits.ts';
import { logBatch } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { entriesOf, logBody, logEntry, postLog } from './post-log.ts';

test.each([
  ['invalid JSON', 'not json', 400, 'BAD_JSON'],
  ['an empty body', '', 400, 'BAD_JSON'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'BAD_TEXT'],
  ['JSON that is no batch', '[]', 400, 'BAD_BATCH'],
  ['a batch of events', JSON.stringify(logBatch([{}])), 400, 'BAD_BATCH'],
  ['a batch without entries', logBody([]), 400, 'BAD_BATCH'],
  ['too many entries', logBody(Array(providerLogLimits.bufferCount + 1).fill(1)), 400, 'BAD_BATCH'],
  ['a malformed sid', logBody([logEntry(1)], { sid: "' OR 1=1 --" }), 400, 'BAD_BATCH'],
  [
    'a negative count of dropped entries',
    logBody([logEntry(1)], { droppedCount: -1 }),
    400,
    'BAD_BATCH',
  ],
  ['a body that is too large', Buffer.alloc(intakeLimits.bodyMaxBytes + 1), 413, 'BODY_TOO_LARGE'],
  [
    'a compression bomb',
    gzipSync(Buffer.alloc(intakeLimits.unpackedMaxBytes * 20)),
    413,
    'UNPACKED_TOO_LARGE',
  ],
  ['damaged gzip', gzipSync(logBody([logEntry(1)])).subarray(0, -12), 400, 'BAD_GZIP'],
])(
  'the log intake refuses %s as a whole, and stores nothing',
  async (_what, body, status, code) => {
    const server = await startTestServer();
    const reply = await postLog(server, body);
    expect(reply).toMatchObject({ status, json: { error: { code, message: expect.any(String) } } });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(await entriesOf(server)).toEqual([]);
    expect(server.errors).toEqual([]);
  },
);

test('the log intake refuses an unknown encoding', async () => {
  const server = await startTestServer();
  expect(await postLog(server, logBody([logEntry(1)]), { 'Content-Encoding': 'br' })).toMatchObject(
    {
      status: 415,
    },
  );
});

test.each([
  ['JSON', { 'Content-Type': 'application/json' }, false],
  ['text', { 'Content-Type': 'text/plain;charset=UTF-8' }, false],
  ['gzip by header', { 'Content-Encoding': 'gzip' }, true],
  ['gzip by its first bytes', {}, true],
])('the log intake accepts a batch as %s', async (_what, headers, isPacked) => {
  const server = await startTestServer();
  const body = logBody([logEntry(1)]);
  const reply = await postLog(server, isPacked ? gzipSync(body) : body, headers);
  expect(reply).toMatchObject({ status: 200, json: { accepted: 1, duplicates: 0, rejected: 0 } });
  expect(reply.headers['access-control-allow-origin']).toBe('*');
});

test('a batch of the maximum size is accepted once', async () => {
  const server = await startTestServer();
  const body = logBody(
    Array.from({ length: providerLogLimits.bufferCount }, (_, index) => logEntry(index + 1)),
  );
  expect((await postLog(server, body)).json.accepted).toBe(providerLogLimits.bufferCount);
  expect((await postLog(server, body)).json).toEqual({
    accepted: 0,
    duplicates: providerLogLimits.bufferCount,
    rejected: 0,
  });
  const ns = (await entriesOf(server)).map(({ n }) => n);
  expect(ns).toEqual(
    Array.from({ length: providerLogLimits.bufferCount }, (_, index) => index + 1),
  );
});

test('the log intake answers preflights of any origin', async () => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, '/log', {
    method: 'OPTIONS',
    headers: {
      Origin: 'null',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-encoding',
    },
  });
  expect(reply).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } });
});
