import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { intakeLimits } from '../../../../../shared/limits/limits.ts';
import { providerLogLimits } from '../../../../../shared/limits/provider-log-limits.ts';
import { logReplySchema } from '../../../../../shared/telemetry/log-batch.ts';
import { emptySummary } from '../../support/empty-summary.ts';
import { expectPublished } from '../../support/expect-published.ts';
import { logBatch, testSid } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { readFigures } from '../../support/read-figures.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

const entry = (n: number, changes: Record<string, unknown> = {}) => ({
  n,
  timeMs: 1_700_000_000_000.5,
  kind: 'storage',
  fields: { name: 'QUOTA_EXCEEDED', count: 2, isMemory: true, cause: null },
  ...changes,
});

function logBody(entries: unknown[], changes: Record<string, unknown> = {}): string {
  const { context, sid, requestTimeMs } = logBatch([]);
  return JSON.stringify({ context, sid, requestTimeMs, droppedCount: 0, entries, ...changes });
}

async function post(
  server: TestServer,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, '/log', { method: 'POST', body, headers });
  const json = JSON.parse(reply.body);
  expectPublished(reply.status === 200 ? 'log-reply' : 'error', json);
  return { ...reply, json };
}

const entriesOf = (server: TestServer, query = '') =>
  readNdjson(`${server.embed}/telemetry/log${query}`);
const summaryOf = async (server: TestServer) => readFigures(`${server.embed}/telemetry/summary`);

test.each([
  ['invalid JSON', 'not json', 400, 'BAD_JSON'],
  ['an empty body', '', 400, 'BAD_JSON'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'BAD_TEXT'],
  ['JSON that is no batch', '[]', 400, 'BAD_BATCH'],
  ['a batch of events', JSON.stringify(logBatch([{}])), 400, 'BAD_BATCH'],
  ['a batch without entries', logBody([]), 400, 'BAD_BATCH'],
  ['too many entries', logBody(Array(providerLogLimits.bufferCount + 1).fill(1)), 400, 'BAD_BATCH'],
  ['a malformed sid', logBody([entry(1)], { sid: "' OR 1=1 --" }), 400, 'BAD_BATCH'],
  [
    'a negative count of dropped entries',
    logBody([entry(1)], { droppedCount: -1 }),
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
  ['damaged gzip', gzipSync(logBody([entry(1)])).subarray(0, -12), 400, 'BAD_GZIP'],
])(
  'the log intake refuses %s as a whole, and stores nothing',
  async (_what, body, status, code) => {
    const server = await startTestServer();
    const reply = await post(server, body);
    expect(reply).toMatchObject({ status, json: { error: { code, message: expect.any(String) } } });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(await entriesOf(server)).toEqual([]);
    expect(server.errors).toEqual([]);
  },
);

test('the log intake refuses an unknown encoding', async () => {
  const server = await startTestServer();
  expect(await post(server, logBody([entry(1)]), { 'Content-Encoding': 'br' })).toMatchObject({
    status: 415,
  });
});

test('entries are checked one by one, and the good ones are stored', async () => {
  const server = await startTestServer();
  const bad = [
    'junk',
    null,
    [entry(9)],
    entry(0),
    entry(1.5),
    entry(2 ** 53),
    entry(2, { kind: '' }),
    entry(2, { kind: 'x'.repeat(providerLogLimits.kindMaxChars + 1) }),
    entry(2, { timeMs: -1 }),
    entry(2, { fields: { nested: {} } }),
    entry(2, { fields: { text: 'x'.repeat(501) } }),
    entry(2, { fields: { ['x'.repeat(101)]: 1 } }),
    entry(2, { fields: [] }),
  ];
  const { json } = await post(server, logBody([entry(1), ...bad, entry(3)]));
  expect(z.parse(logReplySchema, json)).toEqual({
    accepted: 2,
    duplicates: 0,
    rejected: bad.length,
  });
  expect((await entriesOf(server)).map(({ n }) => n)).toEqual([1, 3]);
});

test('the fields of the entry and its batch are stored with the time, and returned unchanged [spec-7.17]', async () => {
  const server = await startTestServer({}, () => 1_700_000_001_000);
  const fields = {
    text: 'ä\u0000\u{1f600}',
    html: '</script>',
    n: -1.5e-7,
    no: false,
    nothing: null,
  };
  await post(server, logBody([entry(7, { kind: "a\u0000'b", fields })], { droppedCount: 4 }));
  expect(await entriesOf(server)).toEqual([
    {
      row: expect.any(Number),
      sid: testSid,
      n: 7,
      // PostgreSQL's text has no such character.
      kind: process.env.OFFSTAGE_TEST_STORE === 'postgres' ? "a\uFFFD'b" : "a\u0000'b",
      timeMs: 1_700_000_000_000.5,
      receivedMs: 1_700_000_001_000,
      droppedCount: 4,
      context: { client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' } },
      fields,
    },
  ]);
});

test.each([
  ['JSON', { 'Content-Type': 'application/json' }, false],
  ['text', { 'Content-Type': 'text/plain;charset=UTF-8' }, false],
  ['gzip by header', { 'Content-Encoding': 'gzip' }, true],
  ['gzip by its first bytes', {}, true],
])('the log intake accepts a batch as %s', async (_what, headers, isPacked) => {
  const server = await startTestServer();
  const body = logBody([entry(1)]);
  const reply = await post(server, isPacked ? gzipSync(body) : body, headers);
  expect(reply).toMatchObject({ status: 200, json: { accepted: 1, duplicates: 0, rejected: 0 } });
  expect(reply.headers['access-control-allow-origin']).toBe('*');
});

test('a batch of the maximum size is accepted once', async () => {
  const server = await startTestServer();
  const body = logBody(
    Array.from({ length: providerLogLimits.bufferCount }, (_, index) => entry(index + 1)),
  );
  expect((await post(server, body)).json.accepted).toBe(providerLogLimits.bufferCount);
  expect((await post(server, body)).json).toEqual({
    accepted: 0,
    duplicates: providerLogLimits.bufferCount,
    rejected: 0,
  });
  const ns = (await entriesOf(server)).map(({ n }) => n);
  expect(ns).toEqual(
    Array.from({ length: providerLogLimits.bufferCount }, (_, index) => index + 1),
  );
});

test('an entry is stored once, however often it arrives, and documents are separate', async () => {
  const server = await startTestServer();
  const twice = logBody([entry(1), entry(1), entry(2)]);
  const replies = await Promise.all([
    post(server, twice),
    post(server, twice),
    post(server, twice),
  ]);
  expect(replies.map(({ json }) => json.accepted).toSorted()).toEqual([0, 0, 2]);
  const other = await post(server, logBody([entry(1)], { sid: 'another-sid-0123456' }));
  expect(other.json.accepted).toBe(1);
  expect((await entriesOf(server)).map(({ sid, n }) => [sid === testSid, n])).toEqual([
    [true, 1],
    [true, 2],
    [false, 1],
  ]);
});

test('the dropped count of a document is the highest one it sent, in any order', async () => {
  const server = await startTestServer();
  for (const [n, droppedCount] of [
    [1, 3],
    [2, 9],
    [3, 5],
  ] as const)
    await post(server, logBody([entry(n)], { droppedCount }));
  await post(server, logBody([entry(1)], { sid: 'another-sid-0123456' }));
  // Nothing is stored for a document whose entries are all bad.
  await post(server, logBody(['junk'], { sid: 'another-sid-0123456', droppedCount: 7 }));
  expect((await entriesOf(server)).map(({ droppedCount }) => droppedCount)).toEqual([9, 9, 9, 0]);
});

test('log entries are counted separately from events', async () => {
  const server = await startTestServer();
  await post(server, logBody([entry(1)]));
  await post(server, 'junk');
  expect(await summaryOf(server)).toEqual(emptySummary);
});

test('the operator can read the log page by page, also after a restart', async () => {
  const { options } = await storePlace();
  const first = await startTestServer({ ...options, token: 'secret' });
  await post(first, logBody([entry(1), entry(2), entry(3)]));
  // Duplicates use row numbers up.
  await post(first, logBody([entry(3), entry(4)]));
  for (const origin of [first.embed, first.demo])
    expect((await rawRequest(origin, '/telemetry/log')).status).toBe(401);
  await first.stop(0);

  const second = await startTestServer(options);
  const firstRow = (await entriesOf(second))[0].row;
  expect((await entriesOf(second, `?after=${firstRow}&limit=1`)).map(({ n }) => n)).toEqual([2]);
  expect((await entriesOf(second, '?last=2')).map(({ n }) => n)).toEqual([3, 4]);
  expect((await fetch(`${second.embed}/telemetry/log?last=x`)).status).toBe(400);
  expect((await post(second, logBody([entry(4)]))).json.duplicates).toBe(1);
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

test('the log has exactly the entries that arrived, however they were batched', async () => {
  const store = await openStore();
  const batch = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 250 });
  let row = 0;
  let documents = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 5 }), async (batches) => {
      documents += 1;
      const sid = `document-${String(documents).padStart(10, '0')}`;
      let accepted = 0;
      // All at once: they share transactions.
      const stored = batches.map(async (ns) => {
        const entries = ns.map((n) => ({ n, kind: 'k', timeMs: 1, fieldsJson: '{}' }));
        const reply = await store.insertProviderLog({
          sid,
          receivedMs: 1,
          droppedCount: 0,
          contextJson: '{}',
          entries,
        });
        if (!reply.ok) throw new Error(reply.error.message);
        expect(reply.value.accepted + reply.value.duplicates).toBe(ns.length);
        accepted += reply.value.accepted;
      });
      await Promise.all(stored);
      const kept = await store.providerLog.after(row, 10_000);
      row = kept.at(-1)?.row ?? row;
      expect(accepted).toBe(kept.length);
      expect(kept.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(
        [...new Set(batches.flat())].sort((a, b) => a - b),
      );
    }),
  );
});
