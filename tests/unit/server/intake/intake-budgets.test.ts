import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits, logLimits } from '../../../../shared/limits/limits.ts';
import { batchLimits } from '../../../../shared/limits/services-limits.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { createGzip } from '../../../../worker/events/sending/compress-body.ts';
import { createSendCompressed } from '../../../../worker/events/sending/send-compressed.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const path = '/youtubei/v1/log_event';
const jsonPaths = [
  path,
  '/youtubei/v1/video_stats',
  '/log',
  '/youtubei/v1/player',
  '/license/clearkey/video000001',
  ...Object.values(apiCalls)
    .filter(({ method }) => method === 'POST')
    .map((call) => `/youtubei/v1/${call.path}`),
];

async function post(server: TestServer, to: string, body: string | Uint8Array) {
  const reply: RawReply = await rawRequest(server.embed, to, { method: 'POST', body });
  return { ...reply, json: JSON.parse(reply.body) };
}

const telemetry = async (server: TestServer, name: string) =>
  (await (await fetch(`${server.embed}/telemetry/${name}`)).text()).trim();
const summaryOf = async (server: TestServer) => JSON.parse(await telemetry(server, 'summary'));

test.each([
  ['nested', `${'['.repeat(900_000)}${']'.repeat(900_000)}`],
  ['beside each other', `[${'[],'.repeat(600_000)}1]`],
  ['of numbers', `[${'1,'.repeat(900_000)}1]`],
  ['of objects', `[${'{"a":1},'.repeat(220_000)}1]`],
])(
  'millions of brackets or values, %s, are refused before parsing, on every path [attack-H2]',
  async (_how, json) => {
    const server = await startTestServer({ rateLimit: 0 });
    for (const to of jsonPaths) {
      const { status, json: reply } = await post(server, to, gzipSync(json));
      expect([to, status]).toEqual([to, 413]);
      // Where the limit is lower, or the ratio too high, it was not even decompressed.
      expect(['TOO_COMPLEX', 'UNPACKED_TOO_LARGE', 'BODY_TOO_LARGE']).toContain(reply.error.code);
    }
    const plain = await post(server, path, json);
    expect(plain).toMatchObject({ status: 413, json: { error: { code: 'TOO_COMPLEX' } } });
    expect(server.errors).toEqual([]);
  },
);

test('deeply nested plain text is refused before parsing, on every path', async () => {
  const server = await startTestServer({ rateLimit: 0 });
  // Short enough for every path.
  const json = '['.repeat(5_000);
  for (const to of jsonPaths) {
    const { status, json: reply } = await post(server, to, json);
    expect([to, status, reply.error.code]).toEqual([to, 413, 'TOO_COMPLEX']);
  }
});

test('the decompressed bytes of a client are counted: a few small bombs get 429 and a Retry-After [attack-H2]', async () => {
  const clock = { nowMs: 1_800_000_000_000 };
  const server = await startTestServer({ rateLimit: 1_000 }, () => clock.nowMs);
  const bomb = gzipSync('['.repeat(20_000_000));
  expect(bomb.length).toBeLessThan(20_000);
  const statuses: number[] = [];
  let last: RawReply | null = null;
  for (let count = 0; count < 20; count += 1) {
    last = await post(server, path, bomb);
    statuses.push(last.status);
  }
  expect(new Set(statuses)).toEqual(new Set([413, 429]));
  // Ten megabytes a minute: six bodies of two.
  expect(statuses.indexOf(429)).toBeLessThan(8);
  const waitSec = Number(last?.headers['retry-after']);
  expect(waitSec).toBeGreaterThan(0);
  expect(waitSec).toBeLessThanOrEqual(60);
  // On every path, with any content.
  const good = JSON.stringify(logBatch([logEvent(1)]));
  for (const to of [...jsonPaths, '/error_204'])
    expect([to, (await post(server, to, good)).json.error.code]).toEqual([to, 'RATE_LIMITED']);
  // Another client is accepted.
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  expect(
    (await rawRequest(server.embed, path, { method: 'POST', body: good, headers })).status,
  ).toBe(200);
  clock.nowMs += waitSec * 1_000;
  expect((await post(server, path, good)).status).toBe(200);
});

test('a batch with a higher compression ratio than players produce is refused, and accepted as plain text', async () => {
  const server = await startTestServer();
  const text = JSON.stringify(logBatch([logEvent(1)])).padEnd(400_000);
  const packed = gzipSync(text);
  expect(text.length / packed.length).toBeGreaterThan(batchLimits.gzipMaxRatio);
  expect(await post(server, path, packed)).toMatchObject({
    status: 413,
    json: { error: { code: 'UNPACKED_TOO_LARGE' } },
  });
  expect((await post(server, path, text)).status).toBe(200);
});

test('an event that is too large is refused alone and named; no number is missing, and its neighbours are stored [attack-H2]', async () => {
  const server = await startTestServer();
  const large = 'x'.repeat(logLimits.eventMaxChars);
  const { json } = await post(
    server,
    path,
    gzipSync(
      JSON.stringify(logBatch([logEvent(1), logEvent(2, { payload: { large } }), logEvent(3)])),
    ),
  );
  expect(json).toMatchObject({ accepted: 2, duplicates: 0, rejected: 1 });
  expect(json.rejections).toEqual([
    { index: 1, message: expect.stringContaining('50000 characters') },
  ]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, rejected: 1, missing: 0 });
});

test('an escaped or repeated key does not hide the size of an event', async () => {
  const server = await startTestServer();
  const large = JSON.stringify([
    logEvent(1, { payload: { a: 'x'.repeat(logLimits.eventMaxChars) } }),
  ]);
  const small = JSON.stringify([logEvent(2)]);
  const envelope = JSON.stringify(logBatch([])).replace('"events":[],', '');
  for (const lists of [
    `"\\u0065vents":${large}`,
    `"events":${small},"\\u0065vents":${large}`,
    `"events":${small},"events":${large}`,
    `"events":${large},"x":{"events":${small}}`,
  ])
    await post(server, path, envelope.replace('{', `{${lists},`));
  expect(await summaryOf(server)).toMatchObject({ events: 0 });
});

test('the longest event is accepted, and one character more is refused', async () => {
  const server = await startTestServer();
  const around = JSON.stringify(logEvent(1, { payload: { a: '' } })).length;
  const eventOf = (chars: number) => logEvent(1, { payload: { a: '€'.repeat(chars - around) } });
  const send = async (chars: number) =>
    (await post(server, path, JSON.stringify(logBatch([eventOf(chars)])))).json;
  expect(await send(logLimits.eventMaxChars + 1)).toMatchObject({ accepted: 0, rejected: 1 });
  expect(await send(logLimits.eventMaxChars)).toMatchObject({ accepted: 1, rejected: 0 });
});

const sendCompressed = createSendCompressed(createGzip(CompressionStream));
const eventsMaxChars = batchLimits.gzipMaxChars - batchLimits.envelopeMaxChars;

test.each([
  ['a hundred events of three-byte letters', 100, Math.floor(eventsMaxChars / 100), '€'],
  ['events of the maximum size', 9, logLimits.eventMaxChars, 'x'],
])(
  'the largest batch of a player is accepted at any compression ratio: %s',
  async (_what, count, chars, letter) => {
    const server = await startTestServer();
    const around = JSON.stringify(logEvent(1_000, { payload: { a: '' } })).length;
    const sent: boolean[] = [];
    for (const isVaried of [false, true]) {
      const events = Array.from({ length: count }, (_, index) => {
        const text = isVaried ? `${(index + 1) * 7_919}${letter}` : letter;
        const a = text.repeat(chars).slice(0, chars - around);
        return logEvent((isVaried ? 0 : count) + index + 1, { payload: { a } });
      });
      await sendCompressed(JSON.stringify(logBatch(events)), async (body, isCompressed) => {
        sent.push(isCompressed);
        const reply = await post(server, path, body);
        expect(reply.json).toEqual({ accepted: count, duplicates: 0, rejected: 0 });
        return reply;
      });
    }
    // Neither was sent twice.
    expect(sent).toHaveLength(2);
    expect(await summaryOf(server)).toMatchObject({ events: 2 * count, rejected: 0 });
  },
);

test('the bytes that a client adds to the store are limited by the minute, including rows of invented documents [attack-H2]', async () => {
  const clock = { nowMs: 1_800_000_000_000 };
  const server = await startTestServer({ rateLimit: 1_000 }, () => clock.nowMs);
  // A small body whose context is stored a hundred times.
  const context = {
    client: {
      clientName: 'x'.repeat(100),
      clientVersion: 'x'.repeat(100),
      hl: 'en',
      visitorId: 'x'.repeat(200),
      experimentIds: Array.from({ length: 100 }, () => 999_999_999),
    },
  };
  const events = Array.from({ length: 100 }, (_, index) => logEvent(index + 1, { payload: {} }));
  const send = (index: number) =>
    post(
      server,
      path,
      JSON.stringify(logBatch(events, { sid: `sid-${index}`.padEnd(16, 'x'), context })),
    );
  let acceptedCount = 0;
  let last = await send(0);
  for (let index = 1; last.status === 200 && index < 100; index += 1) {
    acceptedCount += 1;
    last = await send(index);
  }
  expect(last).toMatchObject({ status: 429, json: { error: { code: 'RATE_LIMITED' } } });
  expect(acceptedCount).toBeGreaterThan(20);
  expect(await summaryOf(server)).toMatchObject({ clients: acceptedCount, rejected: 0 });
  clock.nowMs += Number(last.headers['retry-after']) * 1_000;
  expect((await send(1_000)).status).toBe(200);
});

test('error reports count for more than their bytes, so that invented ones do not keep the store busy', async () => {
  const server = await startTestServer({ rateLimit: 1_000 }, () => 1_800_000_000_000);
  const report = (index: number) => {
    const about = {
      a: 'logerror',
      t: 'jserror',
      type: 'E',
      msg: `m${index}`,
      line: '1',
      level: 'ERROR',
    };
    const id = `id-${index}`.padEnd(16, 'x');
    const body = {
      id,
      sid: id,
      timeMs: '1',
      source: 'page',
      stack: '',
      'client.version': '1',
      params: '{}',
    };
    return rawRequest(
      server.embed,
      `/error_204?${new URLSearchParams({ ...about, 'client.name': 'x' })}`,
      {
        method: 'POST',
        body: new URLSearchParams(body).toString(),
      },
    );
  };
  const statuses: number[] = [];
  for (let from = 0; from < 600; from += 100)
    for (const { status } of await Promise.all(
      Array.from({ length: 100 }, (_, index) => report(from + index)),
    ))
      statuses.push(status);
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 204));
  // Ten megabytes a minute.
  expect(statuses.at(-1)).toBe(429);
});

test('receipts count as received bytes, so that a client that keeps asking for them has to wait', async () => {
  const server = await startTestServer({ rateLimit: 1_000 }, () => 1_800_000_000_000);
  const ask = async () =>
    (await fetch(`${server.embed}${path}?sid=${'s'.repeat(16)}&from=1`)).status;
  const statuses: number[] = [];
  // Ten megabytes a minute, and half of its request limit.
  for (let from = 0; from < 600; from += 100)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, ask))));
  expect(statuses.slice(0, 400)).toEqual(Array.from({ length: 400 }, () => 200));
  expect(statuses.at(-1)).toBe(429);
});

test('a report of many small fields is refused before they are read', async () => {
  const server = await startTestServer();
  const { status, json } = await post(server, '/error_204?a=logerror', 'a=1&'.repeat(49_000));
  expect([status, json.error.message]).toEqual([400, expect.stringContaining('fields')]);
});

test('all room is released, whatever happened to the bodies', async () => {
  const server = await startTestServer({ rateLimit: 0 });
  const bomb = gzipSync('['.repeat(20_000_000));
  const replies = await Promise.all(Array.from({ length: 60 }, () => post(server, path, bomb)));
  for (const { status } of replies) expect([413, 503]).toContain(status);
  const large = JSON.stringify(logBatch([logEvent(1)])).padEnd(intakeLimits.bodyMaxBytes);
  const [first, ...others] = await Promise.all(
    Array.from({ length: 14 }, () => post(server, path, large)),
  );
  expect([first, ...others].map((reply) => reply?.status)).toEqual(
    Array.from({ length: 14 }, () => 200),
  );
});
