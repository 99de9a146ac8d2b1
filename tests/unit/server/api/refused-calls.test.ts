import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer } from '../support/start-test-server.ts';

test.each([
  ['junk', 'BAD_JSON'],
  ['null', 'BAD_REQUEST'],
  ['{}', 'BAD_REQUEST'],
  [JSON.stringify({ channelIds: ['UC1'] }), 'BAD_REQUEST'],
  [JSON.stringify({ context }), 'BAD_REQUEST'],
  [JSON.stringify({ context, channelIds: ['UC1'], more: 1 }), 'BAD_REQUEST'],
  [JSON.stringify({ context, channelIds: [{ $ne: 1 }] }), 'BAD_REQUEST'],
  [JSON.stringify({ context: { ...context, request: [] }, channelIds: ['UC1'] }), 'BAD_REQUEST'],
])('the body %j is refused', async (body, code) => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, '/youtubei/v1/subscription/subscribe', {
    method: 'POST',
    body,
  });
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error.code).toBe(code);
  expect(server.errors).toEqual([]);
});

test('a body that is too large, a compression bomb, an unknown encoding and an invalid name are refused', async () => {
  const server = await startTestServer();
  const path = '/youtubei/v1/feedback';
  const post = async (body: Uint8Array | string, headers: Record<string, string> = {}) =>
    (await rawRequest(server.embed, path, { method: 'POST', body, headers })).status;
  expect(await post('x'.repeat(1_000_001))).toBe(413);
  expect(await post(gzipSync('x'.repeat(4_000_001)))).toBe(413);
  expect(await post('{}', { 'Content-Encoding': 'br' })).toBe(415);
  const feedback = JSON.stringify({ context, feedbackTokens: ['t'] });
  expect(await post(feedback, { 'X-Visitor-Id': 'x'.repeat(201) })).toBe(400);
  expect(await post(feedback)).toBe(400);
  expect(await post(feedback, { 'X-Visitor-Id': 'x'.repeat(200) })).toBe(200);
});
