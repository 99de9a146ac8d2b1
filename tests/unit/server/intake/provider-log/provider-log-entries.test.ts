import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { providerLogLimits } from '../../../../../shared/limits/provider-log-limits.ts';
import { logReplySchema } from '../../../../../shared/telemetry/log-batch.ts';
import { emptySummary } from '../../support/empty-summary.ts';
import { testSid } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { readFigures } from '../../support/read-figures.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { openStore, storePlace } from '../../support/store-place.ts';
import { entriesOf, logBody, logEntry, postLog } from './post-log.ts';

const summaryOf = async (server: TestServer) => readFigures(`${server.embed}/telemetry/summary`);

test('entries are checked one by one, and the good ones are stored', async () => {
  const server = await startTestServer();
  const bad = [
    'junk',
    null,
    [logEntry(9)],
    logEntry(0),
    logEntry(1.5),
    logEntry(2 ** 53),
    logEntry(2, { kind: '' }),
    logEntry(2, { kind: 'x'.repeat(providerLogLimits.kindMaxChars + 1) }),
    logEntry(2, { timeMs: -1 }),
    logEntry(2, { fields: { nested: {} } }),
    logEntry(2, { fields: { text: 'x'.repeat(501) } }),
    logEntry(2, { fields: { ['x'.repeat(101)]: 1 } }),
    logEntry(2, { fields: [] }),
  ];
  const { json } = await postLog(server, logBody([logEntry(1), ...bad, logEntry(3)]));
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
  await postLog(server, logBody([logEntry(7, { kind: "a\u0000'b", fields })], { droppedCount: 4 }));
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

test('an entry is stored once, however often it arrives, and documents are separate', async () => {
  const server = await startTestServer();
  const twice = logBody([logEntry(1), logEntry(1), logEntry(2)]);
  const replies = await Promise.all([
    postLog(server, twice),
    postLog(server, twice),
    postLog(server, twice),
  ]);
  expect(replies.map(({ json }) => json.accepted).toSorted()).toEqual([0, 0, 2]);
  const other = await postLog(server, logBody([logEntry(1)], { sid: 'another-sid-0123456' }));
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
    await postLog(server, logBody([logEntry(n)], { droppedCount }));
  await postLog(server, logBody([logEntry(1)], { sid: 'another-sid-0123456' }));
  // Nothing is stored for a document whose entries are all bad.
  await postLog(server, logBody(['junk'], { sid: 'another-sid-0123456', droppedCount: 7 }));
  expect((await entriesOf(server)).map(({ droppedCount }) => droppedCount)).toEqual([9, 9, 9, 0]);
});

test('log entries are counted separately from events', async () => {
  const server = await startTestServer();
  await postLog(server, logBody([logEntry(1)]));
  await postLog(server, 'junk');
  expect(await summaryOf(server)).toEqual(emptySummary);
});

test('the operator can read the log page by page, also after a restart', async () => {
  const { options } = await storePlace();
  const first = await startTestServer({ ...options, token: 'secret' });
  await postLog(first, logBody([logEntry(1), logEntry(2), logEntry(3)]));
  // Duplicates use row numbers up.
  await postLog(first, logBody([logEntry(3), logEntry(4)]));
  for (const origin of [first.embed, first.demo])
    expect((await rawRequest(origin, '/telemetry/log')).status).toBe(401);
  await first.stop(0);

  const second = await startTestServer(options);
  const firstRow = (await entriesOf(second))[0].row;
  expect((await entriesOf(second, `?after=${firstRow}&limit=1`)).map(({ n }) => n)).toEqual([2]);
  expect((await entriesOf(second, '?last=2')).map(({ n }) => n)).toEqual([3, 4]);
  expect((await fetch(`${second.embed}/telemetry/log?last=x`)).status).toBe(400);
  expect((await postLog(second, logBody([logEntry(4)]))).json.duplicates).toBe(1);
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
