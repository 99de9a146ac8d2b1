import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import { logBatchSchema } from '../../../../../shared/telemetry/log-batch.ts';
import { requestTo } from '../../../../../worker/events/queue/stored-rows.ts';
import { makeEvent, sid } from '../make-events.ts';
import { accepted, answer, big, makeRequest, setUp } from './set-up-delivery.ts';

test('a network failure is a failure with its reason', async () => {
  const { deliver } = setUp([
    () => {
      throw new TypeError('Failed to fetch');
    },
  ]);
  const outcome = await deliver(makeRequest());
  expect(outcome).toMatchObject({ type: 'failed', retryAfterMs: null });
  expect(outcome).toHaveProperty('reason', expect.stringContaining('Failed to fetch'));
});

test.each(['<html>log in</html>', '{"ok":true}', ''])(
  'a 200 with the body %j is not from the intake, so nothing was delivered',
  async (text) => {
    const { deliver } = setUp([answer(200, text)]);
    expect(await deliver(makeRequest())).toMatchObject({ type: 'failed' });
  },
);

test('the XSSI prefix of a reply is removed [spec-7.18]', async () => {
  const { deliver } = setUp([answer(200, `)]}'\n${accepted}`)]);
  expect(await deliver(makeRequest())).toEqual({ type: 'delivered', rejectedSeqs: [] });
});

test.each([408, 429, 500, 503])('%i is a failure with the reply’s Retry-After', async (status) => {
  const { deliver } = setUp([answer(status, '', { 'Retry-After': '7' })]);
  expect(await deliver(makeRequest())).toMatchObject({ type: 'failed', retryAfterMs: 7_000 });
});

test.each([
  [408, true],
  [429, false],
  [500, true],
  [503, false],
])('after %i the intake may have stored the batch: %s', async (status, isDoubtful) => {
  const { deliver } = setUp([answer(status)]);
  expect(await deliver(makeRequest())).toMatchObject({ type: 'failed', isDoubtful });
});

test.each([
  [401, false],
  [403, false],
  [413, true],
])('%i is a rejection, for its size: %s', async (status, isTooLarge) => {
  const { deliver } = setUp([answer(status)]);
  expect(await deliver(makeRequest(big))).toMatchObject({ type: 'rejected', isTooLarge });
});

test('the body is a batch with the time of sending [spec-3.8, spec-3.10, spec-3.54, spec-3.55, spec-3.56, spec-7.12, spec-7.48]', async () => {
  const { deliver, sent } = setUp([answer(200, accepted)]);
  await deliver({ ...makeRequest(), ...requestTo('video_stats') });
  expect(sent[0]?.url).toBe('https://embed.example/youtubei/v1/video_stats?alt=json');
  const batch: unknown = JSON.parse(sent[0]?.text ?? '');
  expect(z.safeParse(logBatchSchema, batch).success).toBe(true);
  expect(batch).toMatchObject({
    sid,
    requestTimeMs: 5_000,
    serializedClientEventId: 'batch-1',
    events: [{ seq: 1 }],
  });
});

test('an opaque origin sends plain text without an encoding header, so that no preflight is needed', async () => {
  const { deliver, sent } = setUp([answer(200, accepted)], true);
  await deliver(makeRequest(big));
  expect(sent[0]).toMatchObject({ isGzip: true, headers: { 'Content-Type': 'text/plain' } });
});

test('the same origin sends the body with an encoding header of gzip', async () => {
  const { deliver, sent } = setUp([answer(200, accepted)]);
  await deliver(makeRequest(big));
  expect(sent[0]?.headers).toEqual({
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  });
});

test('every attempt times out after 30 s, also the second attempt of one request', async () => {
  const { deliver, sent, timeouts } = setUp([answer(415), answer(200, accepted)]);
  await deliver(makeRequest(big));
  expect(sent.map(({ signal }) => timeouts.get(signal))).toEqual([
    queueLimits.requestTimeoutMs,
    queueLimits.requestTimeoutMs,
  ]);
});

test('rejected events are named by their sequence numbers; indexes without an event are ignored', async () => {
  const rejections = [{ index: 0, message: 'bad' }, { index: 2 }, { index: 9 }];
  const reply = JSON.stringify({ accepted: 1, duplicates: 0, rejected: 3, rejections });
  const { deliver } = setUp([answer(200, reply)]);
  const request = { ...makeRequest(), events: [makeEvent(11), makeEvent(12), makeEvent(13)] };
  expect(await deliver(request)).toEqual({ type: 'delivered', rejectedSeqs: [11, 13] });
});

test('rejected events that the intake does not name count as delivered', async () => {
  const { deliver } = setUp([answer(200, '{"accepted":0,"duplicates":0,"rejected":1}')]);
  expect(await deliver(makeRequest())).toEqual({ type: 'delivered', rejectedSeqs: [] });
});

describe('a server that refuses this page’s origin', () => {
  const message =
    'This server does not accept calls from pages of https://a.example: start it with --page-origin https://a.example.';
  const closed = answer(403, JSON.stringify({ error: { code: 'ORIGIN_NOT_ALLOWED', message } }));

  test('keeps the events waiting, and its message is the reason', async () => {
    const { deliver } = setUp([closed], true);
    expect(await deliver(makeRequest())).toEqual({
      type: 'failed',
      reason: message,
      retryAfterMs: null,
      isUnreached: false,
      isDoubtful: false,
    });
  });

  test.each([
    '',
    'Forbidden',
    '{"error":{"code":"OTHER","message":"no"}}',
    '{"error":{"code":"ORIGIN_NOT_ALLOWED"}}',
    '{"error":{"code":["ORIGIN_NOT_ALLOWED"],"message":"no"}}',
  ])('is recognized only by its own error, not by "%s"', async (text) => {
    const { deliver } = setUp([answer(403, text)], true);
    expect(await deliver(makeRequest())).toEqual({
      type: 'rejected',
      reason: 'the intake answered 403',
      isCompressible: true,
      isTooLarge: false,
    });
  });
});
