import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStackResolver } from '../../../../../server/intake/errors/resolve-stack.ts';
import { errorLimits } from '../../../../../shared/limits/error-limits.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer, type TestServer } from '../../support/start-test-server.ts';
import { openStore } from '../../support/store-place.ts';
import { storedError } from '../../support/stored-error.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const sid = 'document-0123456789';
const stack =
  'TypeError: x\n    at f (http://localhost/assets/page-abc.js:1:5)\n    at g (http://localhost/assets/gone-abc.js:2:7)';
const urlParams = {
  a: 'logerror',
  t: 'jserror',
  type: 'TypeError',
  msg: 'x',
  line: '1',
  level: 'ERROR',
  'client.name': 'N',
};
const postParams = {
  id: 'report-0123456789',
  sid,
  timeMs: '5',
  source: 'page',
  stack,
  'client.version': '1',
  params: '{"a":"b"}',
};

interface Changes {
  url?: Record<string, string>;
  body?: Record<string, string>;
}

function post(server: TestServer, { url = {}, body = {} }: Changes = {}) {
  const query = new URLSearchParams({ ...urlParams, ...url });
  return rawRequest(server.embed, `/error_204?${query}`, {
    method: 'POST',
    headers: { Origin: 'null' },
    body: new URLSearchParams({ ...postParams, ...body }).toString(),
  });
}

const errorsOf = (server: TestServer, query = '') =>
  readNdjson(`${server.embed}/telemetry/errors${query}`);

/** The first column of the script's first line is line 10, column 3 of a source. */
const sourceMap = JSON.stringify({
  version: 3,
  file: 'page-abc.js',
  sources: ['../../../../../src/player/session/controller.ts'],
  names: [],
  mappings: 'AASE',
});

test('reports of one error form one line with their count, times and place in the source', async () => {
  let nowMs = 1_000;
  const pageDir = tempDirectory({
    'index.html': readFileSync(new URL('../../../../../index.html', import.meta.url), 'utf8'),
    'assets/page-abc.js.map': sourceMap,
  });
  const server = await startTestServer({ pageDir }, () => nowMs);
  const reply = await post(server);
  expect(reply).toMatchObject({
    status: 204,
    body: '',
    headers: { 'access-control-allow-origin': '*' },
  });
  nowMs = 2_000;
  await post(server, { body: { id: 'report-another-one-1', sid: 'document-another-1' } });
  // Its answer was lost, so it was sent twice.
  await post(server, { body: { id: 'report-another-one-1' } });
  await post(server, { url: { msg: 'y' }, body: { id: 'report-third-one-12' } });
  expect(await errorsOf(server)).toEqual([
    {
      row: expect.any(Number),
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      count: 2,
      firstReceivedMs: 1_000,
      lastReceivedMs: 2_000,
      lastSid: 'document-another-1',
      source: 'page',
      level: 'ERROR',
      type: 'TypeError',
      message: 'x',
      line: 1,
      stack:
        'TypeError: x\n    at f (src/player/session/controller.ts:10:3)\n    at g (http://localhost/assets/gone-abc.js:2:7)',
      clientName: 'N',
      clientVersion: '1',
      params: { a: 'b' },
    },
    expect.objectContaining({ count: 1, message: 'y' }),
  ]);
  expect((await errorsOf(server, '?last=1')).map(({ message }) => message)).toEqual(['y']);
  expect(server.errors).toEqual([]);
});

test.each<Changes>([
  { url: { a: 'other' } },
  { url: { t: '' } },
  { url: { type: '' } },
  { url: { type: 'T'.repeat(101) } },
  { url: { msg: 'm'.repeat(251) } },
  { url: { line: '-1' } },
  { url: { line: '1e9' } },
  { url: { level: 'FATAL' } },
  { url: { 'client.name': 'n'.repeat(101) } },
  { body: { id: 'short' } },
  { body: { sid: "'; DROP TABLE errors; --" } },
  { body: { timeMs: 'now' } },
  { body: { source: 'host' } },
  { body: { stack: 's'.repeat(4_001) } },
  { body: { params: '[1]' } },
  { body: { params: '{"a":1}' } },
  { body: { params: '{"a":' } },
  { body: { params: JSON.stringify({ a: 'b'.repeat(501) }) } },
  {
    body: {
      params: JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, '']))),
    },
  },
])('a report with %j is refused and not stored', async (changes) => {
  const server = await startTestServer();
  const reply = await post(server, changes);
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error.code).toBe('BAD_REPORT');
  expect(await errorsOf(server)).toEqual([]);
  expect(server.errors).toEqual([]);
});

test('a body that is too large or is no form is refused, and so are other methods', async () => {
  const server = await startTestServer();
  const large = await post(server, { body: { stack: 's'.repeat(errorLimits.bodyMaxBytes) } });
  expect(large.status).toBe(413);
  const junk = await rawRequest(server.embed, '/error_204', {
    method: 'POST',
    body: Buffer.from([0xff, 0, 0x1f]),
  });
  expect(junk.status).toBe(400);
  expect((await rawRequest(server.embed, '/error_204')).status).toBe(404);
  expect(server.errors).toEqual([]);
});

test('only the operator can read the errors', async () => {
  const server = await startTestServer({ token: 'secret' });
  expect((await post(server)).status).toBe(204);
  for (const origin of [server.embed, server.demo])
    expect((await rawRequest(origin, '/telemetry/errors')).status).toBe(401);
  const reply = await rawRequest(server.demo, '/telemetry/errors', {
    headers: { Authorization: 'Bearer secret' },
  });
  expect(JSON.parse(reply.body)).toMatchObject({ message: 'x' });
});

test.each([
  'at f (http://localhost/assets/..%2f..%2fsecret.js:1:5)',
  'at f (http://localhost/assets/../secret.js:1:5)',
  'at f (http://localhost/secret.js:1:5)',
  'at f (http://localhost/assets/broken.js:1:5)',
  'at f (http://localhost/assets/page.js:0:0)',
  'at f (http://localhost/assets/page.js:999999999:1)',
  'at f (http://:1:5)',
])('a stack line without a source stays unchanged: %s', async (line) => {
  const pageDir = join(tempDirectory({ 'secret.js.map': sourceMap }), 'page');
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(pageDir, 'assets/broken.js.map'), '{"version":3');
  writeFileSync(join(pageDir, 'assets/page.js.map'), sourceMap);
  expect(await createStackResolver([pageDir])(line)).toBe(line);
});

test('a stack of an experiment’s build is resolved with its own source maps', async () => {
  const [usual, canary] = [tempDirectory(), tempDirectory({ 'assets/next.js.map': sourceMap })];
  const line = 'at f (http://localhost/assets/next.js:1:5)';
  expect(await createStackResolver([usual])(line)).toBe(line);
  expect(await createStackResolver([usual, canary])(line)).not.toBe(line);
});

const errorOf = (n: number, id: string) => storedError({ fingerprint: String(n), id, sid });

test('simultaneous reports are counted like sequential ones, and a repeated report once', async () => {
  const store = await openStore();
  const reported = Array.from({ length: 60 }, (_, n) => errorOf(n % 3, `id-${n}`)).flatMap(
    (error) => (error.fingerprint === '1' ? [error, error] : [error]),
  );
  const stored = await Promise.all(reported.map((error, n) => store.insertError(error, n)));
  expect(stored.every(({ ok }) => ok)).toBe(true);
  const rows = await store.errors.after(0, 10);
  expect(rows.map(({ fingerprint, count }) => [fingerprint, count]).toSorted()).toEqual([
    ['0', 20],
    ['1', 20],
    ['2', 20],
  ]);
});

test('when full, the store drops the error that is rarest and oldest', async () => {
  const store = await openStore();
  const insert = async (n: number, times = 1) => {
    for (let time = 1; time <= times; time++) {
      const stored = await store.insertError(errorOf(n, `${n}-${time}`), n, maxGroups);
      if (!stored.ok) throw new Error(stored.error.message);
    }
  };
  const maxGroups = 3;
  await insert(1, 2);
  for (const n of [2, 3, 4, 5]) await insert(n);
  expect((await store.errors.after(0, 10)).map(({ fingerprint }) => fingerprint)).toEqual([
    '1',
    '4',
    '5',
  ]);
});
