import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { batchLimits } from '../../../../shared/limits/batch-limits.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { logEventPath, postBody } from './post-body.ts';

const jsonPaths = [
  logEventPath,
  '/youtubei/v1/video_stats',
  '/log',
  '/youtubei/v1/player',
  '/license/clearkey/video000001',
  ...Object.values(apiCalls)
    .filter(({ method }) => method === 'POST')
    .map((call) => `/youtubei/v1/${call.path}`),
];

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
      const { status, json: reply } = await postBody(server, to, gzipSync(json));
      expect([to, status]).toEqual([to, 413]);
      // Where the limit is lower, or the ratio too high, it was not even decompressed.
      expect(['TOO_COMPLEX', 'UNPACKED_TOO_LARGE', 'BODY_TOO_LARGE']).toContain(reply.error.code);
    }
    const plain = await postBody(server, logEventPath, json);
    expect(plain).toMatchObject({ status: 413, json: { error: { code: 'TOO_COMPLEX' } } });
    expect(server.errors).toEqual([]);
  },
);

test('deeply nested plain text is refused before parsing, on every path', async () => {
  const server = await startTestServer({ rateLimit: 0 });
  // Short enough for every path.
  const json = '['.repeat(5_000);
  for (const to of jsonPaths) {
    const { status, json: reply } = await postBody(server, to, json);
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
    last = await postBody(server, logEventPath, bomb);
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
    expect([to, (await postBody(server, to, good)).json.error.code]).toEqual([to, 'RATE_LIMITED']);
  // Another client is accepted.
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  expect(
    (await rawRequest(server.embed, logEventPath, { method: 'POST', body: good, headers })).status,
  ).toBe(200);
  clock.nowMs += waitSec * 1_000;
  expect((await postBody(server, logEventPath, good)).status).toBe(200);
});

test('a batch with a higher compression ratio than players produce is refused, and accepted as plain text', async () => {
  const server = await startTestServer();
  const text = JSON.stringify(logBatch([logEvent(1)])).padEnd(400_000);
  const packed = gzipSync(text);
  expect(text.length / packed.length).toBeGreaterThan(batchLimits.gzipMaxRatio);
  expect(await postBody(server, logEventPath, packed)).toMatchObject({
    status: 413,
    json: { error: { code: 'UNPACKED_TOO_LARGE' } },
  });
  expect((await postBody(server, logEventPath, text)).status).toBe(200);
});

test('a report of many small fields is refused before they are read', async () => {
  const server = await startTestServer();
  const { status, json } = await postBody(server, '/error_204?a=logerror', 'a=1&'.repeat(49_000));
  expect([status, json.error.message]).toEqual([400, expect.stringContaining('fields')]);
});
