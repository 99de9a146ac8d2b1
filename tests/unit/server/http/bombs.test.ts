import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';

/** Every path that accepts a body. */
const posts = [
  '/youtubei/v1/log_event',
  '/youtubei/v1/video_stats',
  '/log',
  '/error_204?a=logerror',
  '/license/clearkey/video000001',
  '/youtubei/v1/player',
  ...Object.values(apiCalls)
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => `/youtubei/v1/${path}`),
];

const manyKeys = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`;

/** JSON that is costly for careless parsers, each below the size limits. */
const bombs: readonly (readonly [string, string])[] = [
  ['nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['objects nested 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['twenty thousand keys', manyKeys],
  ['a number of 90,000 digits', `{"videoId":${'9'.repeat(90_000)}}`],
  [
    'keys of all objects',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  ],
  ['a key twice', '{"sid":"a","sid":"b","videoId":"a","videoId":{}}'],
  [
    'fields that are objects',
    '{"videoId":{"toString":1},"events":{"length":1e9},"kids":{"length":1e9},"context":[]}',
  ],
  ['nothing', ''],
  ['null', 'null'],
  ['a lone surrogate', '{"videoId":"\\ud800"}'],
];

test('hostile JSON harms no path with a body: each answers, and the server goes on', async () => {
  const server = await startTestServer();
  for (const path of posts)
    for (const [what, body] of bombs)
      for (const sent of [Buffer.from(body), gzipSync(body)]) {
        const { status, body: reply } = await rawRequest(server.embed, path, {
          method: 'POST',
          body: sent,
        });
        expect([path, what, [200, 400, 404, 413].includes(status)]).toEqual([path, what, true]);
        if (status !== 200)
          expect(JSON.parse(reply)).toEqual({
            error: { code: expect.any(String), message: expect.any(String) },
          });
      }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(server.errors).toEqual([]);
  expect((await rawRequest(server.embed, '/healthz')).status).toBe(200);
});

test('hostile compressed bodies harm no path: expanding a thousandfold, compressed twice, truncated, or of many members [threat-bombs]', async () => {
  const server = await startTestServer();
  const zeros = gzipSync(Buffer.alloc(intakeLimits.unpackedMaxBytes * 5));
  const member = gzipSync(Buffer.alloc(100_000));
  const packed: readonly (readonly [string, Uint8Array])[] = [
    ['unpacks a thousandfold', zeros],
    ['packed twice', gzipSync(zeros)],
    ['cut short', zeros.subarray(0, zeros.length >> 1)],
    ['two hundred members', Buffer.concat(Array.from({ length: 200 }, () => member))],
    ['a member and rubbish', Buffer.concat([member, Buffer.from('rubbish')])],
    ['a header alone', zeros.subarray(0, 10)],
  ];
  for (const path of posts)
    for (const [what, body] of packed) {
      const { status } = await rawRequest(server.embed, path, { method: 'POST', body });
      expect([path, what, [400, 413].includes(status)]).toEqual([path, what, true]);
    }
  expect(server.errors).toEqual([]);
  // All room is free again: a body of the maximum size is accepted.
  const large = JSON.stringify(logBatch([logEvent(1)])).padEnd(intakeLimits.bodyMaxBytes);
  expect(
    (await rawRequest(server.embed, '/youtubei/v1/log_event', { method: 'POST', body: large }))
      .status,
  ).toBe(200);
});

test.each(['deflate', 'br', 'zstd', 'gzip, gzip', 'compress'])(
  'an unsupported encoding is refused without reading the body: %s',
  async (encoding) => {
    const server = await startTestServer();
    for (const path of posts.filter((path) => !path.startsWith('/error_204'))) {
      const { status, body } = await rawRequest(server.embed, path, {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Encoding': encoding },
      });
      expect([path, status]).toEqual([path, 415]);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'UNKNOWN_ENCODING' } });
    }
  },
);
