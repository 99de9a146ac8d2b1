import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { logReplySchema } from '../../../../shared/telemetry/log-batch.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { batchPath, postBatchBody, summaryOf } from './post-batch.ts';

test.each([
  ['application/json', {}],
  ['text/plain;charset=UTF-8', {}],
  ['application/octet-stream', {}],
])('the intake accepts a batch as %s', async (type) => {
  const server = await startTestServer();
  const reply = await postBatchBody(server, JSON.stringify(logBatch([logEvent(1)])), {
    'Content-Type': type,
  });
  expect(reply.status).toBe(200);
  expect(z.parse(logReplySchema, reply.json)).toEqual({ accepted: 1, duplicates: 0, rejected: 0 });
});

test('the intake accepts gzip with and without its header, and counts the bytes that arrived', async () => {
  const server = await startTestServer();
  const first = gzipSync(JSON.stringify(logBatch([logEvent(1)])));
  const second = gzipSync(JSON.stringify(logBatch([logEvent(2)])));
  expect((await postBatchBody(server, first, { 'Content-Encoding': 'gzip' })).json.accepted).toBe(
    1,
  );
  expect((await postBatchBody(server, second)).json.accepted).toBe(1);
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

test('the intake answers preflights of any origin', async () => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, batchPath, {
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
