import { gunzipSync, strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { intakeLimits } from '../../../../../shared/limits/limits.ts';
import { queueLimits } from '../../../../../shared/limits/services-limits.ts';
import { logBatchSchema } from '../../../../../shared/telemetry/log-batch.ts';
import { requestTo } from '../../../../../worker/events/queue/stored-rows.ts';
import { createGzip, isCompressible } from '../../../../../worker/events/sending/compress-body.ts';
import { createDelivery } from '../../../../../worker/events/sending/delivery.ts';
import { createPostText } from '../../../../../worker/events/sending/post-text.ts';
import { makeEvent, sid } from '../make-events.ts';
import { makeRequestOf } from '../queue/make-request.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  text: string;
  isGzip: boolean;
  signal: AbortSignal | null | undefined;
}

const accepted = '{"accepted":1,"duplicates":0,"rejected":0}';
const big = { json: JSON.stringify({ text: 'x'.repeat(1_000) }) };

const makeRequest = (event = {}) => makeRequestOf([makeEvent(1, event)]);

/** A delivery whose fetch returns `answers` in order. */
function setUp(answers: (() => Response | Promise<Response>)[], isCrossing = false) {
  const sent: Sent[] = [];
  const timeouts = new Map<AbortSignal | null | undefined, number>();
  const postText = createPostText({
    fetch: async (input, init) => {
      const body = init?.body as string | Uint8Array<ArrayBuffer>;
      sent.push({
        url: String(input),
        headers: init?.headers as Record<string, string>,
        text: typeof body === 'string' ? body : strFromU8(gunzipSync(body)),
        isGzip: typeof body !== 'string',
        signal: init?.signal,
      });
      const answer = answers[sent.length - 1];
      if (answer === undefined) throw new Error('one request too many');
      return answer();
    },
    gzip: createGzip(null),
    timeoutSignal(ms) {
      const { signal } = new AbortController();
      timeouts.set(signal, ms);
      return signal;
    },
    origin: 'https://embed.example',
    crossesTo: () => isCrossing,
  });
  const deliver = createDelivery({ postText, now: () => 5_000 });
  return { deliver, sent, timeouts };
}

const answer =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  () =>
    new Response(text, { status, headers });

/** Text that compresses badly, like a real batch. */
const varied = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 8) }, (_, index) =>
    `${index * 7_919 + 10_000_000}`.slice(0, 8),
  )
    .join('')
    .slice(0, chars);

describe('gzip bounds', () => {
  test.each([
    [499, false],
    [500, true],
    [500_000, true],
    [500_001, false],
  ])(
    'a body of %i characters is compressed: %s [spec-7.5, spec-9.23, spec-9.43]',
    async (chars, isCompressed) => {
      const empty = setUp([answer(200, accepted)]);
      await empty.deliver(makeRequest({ json: '' }));
      const envelopeChars = empty.sent[0]?.text.length ?? 0;
      const { deliver, sent } = setUp([answer(200, accepted)]);
      await deliver(makeRequest({ json: varied(chars - envelopeChars) }));
      expect(sent[0]?.text).toHaveLength(chars);
      expect(sent[0]?.isGzip).toBe(isCompressed);
      expect(isCompressible(chars)).toBe(isCompressed);
    },
  );

  test.each([
    ['a single event of maximum size', 'x', 50_000, true],
    ['a batch of repeated text', 'x', 400_000, false],
    ['a batch of repeated three-byte letters', '€', 400_000, false],
  ])('%s is not sent as a compression bomb', async (_what, letter, chars, isCompressed) => {
    const { deliver, sent } = setUp([answer(200, accepted)]);
    // The envelope adds a little.
    await deliver(makeRequest({ json: letter.repeat(chars - 1_000) }));
    expect(sent[0]?.isGzip).toBe(isCompressed);
    const unpackedBytes = Buffer.byteLength(sent[0]?.text ?? '');
    expect(unpackedBytes).toBeLessThanOrEqual(intakeLimits.bodyMaxBytes);
  });

  test('both ways of compressing decompress to the same text', async () => {
    const text = 'ä€😀'.repeat(10_000);
    for (const native of [null, CompressionStream])
      expect(strFromU8(gunzipSync(await createGzip(native)(text)))).toBe(text);
  });
});

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

test.each([400, 415])(
  'after a %i to a compressed body it is sent again uncompressed, and so are all later ones',
  async (status) => {
    const { deliver, sent } = setUp([answer(status), answer(200, accepted), answer(200, accepted)]);
    expect(await deliver(makeRequest(big))).toEqual({ type: 'delivered', rejectedSeqs: [] });
    await deliver(makeRequest(big));
    expect(sent.map((request) => request.isGzip)).toEqual([true, false, false]);
    expect(sent[1]?.headers).toEqual({ 'Content-Type': 'application/json' });
  },
);

test('400 to an uncompressed body is a rejection', async () => {
  const { deliver, sent } = setUp([answer(400)]);
  expect(await deliver(makeRequest())).toMatchObject({ type: 'rejected' });
  expect(sent).toHaveLength(1);
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
