import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { batchLimits } from '../../../../shared/limits/batch-limits.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { queueLimits } from '../../../../shared/limits/queue-limits.ts';
import { storedReplySchema } from '../../../../shared/telemetry/log-batch.ts';
import { rangesOf } from '../../../../shared/tools/seq-set.ts';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readFigures } from '../support/read-figures.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';

const path = '/youtubei/v1/log_event';

async function ask(server: TestServer, query: string, endpoint = path) {
  const reply = await rawRequest(server.embed, `${endpoint}?${query}`, {
    headers: { Origin: 'null' },
  });
  return { ...reply, json: JSON.parse(reply.body) };
}

const store = (server: TestServer, seqs: number[], endpoint = path, sid = testSid) =>
  rawRequest(server.embed, endpoint, {
    method: 'POST',
    body: JSON.stringify(
      logBatch(
        seqs.map((seq) => logEvent(seq)),
        { sid },
      ),
    ),
  });

const badQueries: [query: string, code: string][] = [
  ['', 'BAD_SID'],
  ['from=1', 'BAD_SID'],
  ['sid=&from=1', 'BAD_SID'],
  ['sid=short&from=1', 'BAD_SID'],
  [`sid=${'x'.repeat(65)}&from=1`, 'BAD_SID'],
  [`sid=${testSid}%27%20OR%201&from=1`, 'BAD_SID'],
  [`sid=${testSid}%00&from=1`, 'BAD_SID'],
  [`sid=${testSid}`, 'BAD_FROM'],
  ...[
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '%201',
    'NaN',
    'Infinity',
    '1;',
    `${batchLimits.seqMax + 1}`,
  ].map((from): [string, string] => [`sid=${testSid}&from=${from}`, 'BAD_FROM']),
  [`sid=${testSid}&from=${'9'.repeat(5_000)}`, 'BAD_FROM'],
];

test.each(badQueries)(
  'a receipt for ?%s is refused, and pages of any origin can read why',
  async (query, code) => {
    const server = await startTestServer();
    const { status, headers, json } = await ask(server, query);
    expect(status).toBe(400);
    expect(json.error).toEqual({ code, message: expect.stringMatching(/^"(sid|from)" .*\.$/) });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(server.errors).toEqual([]);
  },
);

test('a receipt names the stored events, the same on both paths, to pages of any origin, and is not cached', async () => {
  const server = await startTestServer();
  await store(server, [1, 2, 3, 7]);
  await store(server, [5, 9, 10], '/youtubei/v1/video_stats');
  await store(server, [4, 6], path, 'another-sid-0123456');
  const stored = [
    [2, 3],
    [5, 5],
    [7, 7],
    [9, 10],
  ];
  for (const endpoint of [path, '/youtubei/v1/video_stats']) {
    for (const query of [`sid=${testSid}&from=2`, `alt=json&sid=${testSid}&from=2`]) {
      const { status, headers, json } = await ask(server, query, endpoint);
      expect(status).toBe(200);
      expect(z.parse(storedReplySchema, json)).toEqual({ stored, isCut: false });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      });
    }
  }
});

test('a receipt of an unknown document, or of numbers after the last, is empty', async () => {
  const server = await startTestServer();
  await store(server, [1]);
  for (const query of ['sid=unknown-0123456789&from=1', `sid=${testSid}&from=2`])
    expect((await ask(server, query)).json).toEqual({ stored: [], isCut: false });
});

test('asking for a receipt changes nothing', async () => {
  const server = await startTestServer();
  await ask(server, `sid=${testSid}&from=1`);
  await ask(server, 'sid=junk');
  expect(await readFigures(`${server.embed}/telemetry/summary`)).toMatchObject({
    batches: 0,
    rejected: 0,
    bytes: 0,
    clients: 0,
  });
});

test('a receipt has up to its limit of ranges, and says when there are more', async () => {
  const events = await openStore();
  const count = queueLimits.storedRangesCount;
  const odd = Array.from({ length: count + 1 }, (_, index) => index * 2 + 1);
  for (let first = 0; first < odd.length; first += 100)
    await events.insertBatch(storeBatch(odd.slice(first, first + 100)));
  const cut = await events.storedRanges(testSid, 1);
  expect(cut).toEqual({
    ok: true,
    value: { stored: odd.slice(0, count).map((seq) => [seq, seq]), isCut: true },
  });
  if (cut.ok) z.parse(storedReplySchema, cut.value);
  // An exactly full answer is not cut; and asking on from behind the last range gives the rest.
  expect(await events.storedRanges(testSid, 2)).toMatchObject({ value: { isCut: false } });
  expect(await events.storedRanges(testSid, count * 2)).toEqual({
    ok: true,
    value: { stored: [[count * 2 + 1, count * 2 + 1]], isCut: false },
  });
});

/** A store in which one document has events 1 to `count`. */
async function longDocument(count: number): Promise<EventStore> {
  const store = await openStore();
  const seqs = Array.from({ length: count }, (_, index) => index + 1);
  // All at once, so that they share a few commits.
  const batches = Array.from({ length: Math.ceil(count / 100) }, (_, index) =>
    storeBatch(seqs.slice(index * 100, (index + 1) * 100)),
  );
  await Promise.all(batches.map((batch) => store.insertBatch(batch)));
  return store;
}

test('a receipt searches a limited part of a long document, and says so', async () => {
  const scan = intakeLimits.receiptScanCount;
  const events = await longDocument(scan + 5);
  const receipt = async (from: number) => events.storedRanges(testSid, from);
  expect(await receipt(1)).toEqual({ ok: true, value: { stored: [[1, scan]], isCut: true } });
  expect(await receipt(scan + 1)).toEqual({
    ok: true,
    value: { stored: [[scan + 1, scan + 5]], isCut: false },
  });
});

test('a receipt names exactly the stored events, for any batches in any order', async () => {
  const events = await openStore();
  const seq = fc.integer({ min: 1, max: 60 });
  let documents = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(seq, { maxLength: 12 }), { maxLength: 8 }),
      seq,
      async (batches, from) => {
        documents += 1;
        const sid = `document-${String(documents).padStart(10, '0')}`;
        for (const seqs of batches) await events.insertBatch(storeBatch(seqs, { sid }));
        const expected = rangesOf(new Set(batches.flat().filter((stored) => stored >= from)));
        expect(await events.storedRanges(sid, from)).toEqual({
          ok: true,
          value: { stored: expected, isCut: false },
        });
      },
    ),
  );
});
