import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../shared/limits/limits.ts';
import { batchLimits } from '../../../../shared/limits/services-limits.ts';
import { rangesOf } from '../../../../shared/tools/seq-set.ts';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { readFigures } from '../support/read-figures.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, storePlace } from '../support/store-place.ts';

const post = (server: TestServer, events: unknown[], sid = testSid) =>
  fetch(`${server.embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(logBatch(events, { sid })),
  });

/** Another writer's part of a total. */
const addToTotals = (name: string, count: number) =>
  `INSERT INTO totals VALUES (${['writer', 'events', 'batches', 'duplicates', 'rejected', 'bytes', 'clients', 'missing', 'noted_rejections', 'expired_events', 'expired_clients', 'expired_missing', 'viewer_bytes'].map((column) => (column === 'writer' ? "'another'" : column === name ? count : 0)).join(', ')})`;

const gapsOf = (server: TestServer, query = '') =>
  readNdjson(`${server.embed}/telemetry/gaps${query}`);
const summaryOf = async (server: TestServer) => readFigures(`${server.embed}/telemetry/summary`);

test('the gaps name the documents with missing events and the missing numbers', async () => {
  let now = 1_000;
  const server = await startTestServer({}, () => now);
  await post(server, [logEvent(3), logEvent(4)]);
  now = 2_000;
  await post(server, [logEvent(8)]);
  await post(server, [logEvent(1), logEvent(2)], 'whole-0123456789abc');
  await post(server, [logEvent(2)], 'third-0123456789abc');
  const third = {
    row: expect.any(Number),
    sid: 'third-0123456789abc',
    highestSeq: 2,
    stored: 1,
    rejected: 0,
    missing: 1,
    ranges: [[1, 1]],
    isCut: false,
    firstReceivedMs: 2_000,
    lastReceivedMs: 2_000,
  };
  expect(await gapsOf(server)).toEqual([
    {
      row: expect.any(Number),
      sid: testSid,
      highestSeq: 8,
      stored: 3,
      rejected: 0,
      missing: 5,
      ranges: [
        [1, 2],
        [5, 7],
      ],
      isCut: false,
      firstReceivedMs: 1_000,
      lastReceivedMs: 2_000,
    },
    third,
  ]);
  const [{ row }] = await gapsOf(server);
  expect(await gapsOf(server, `?after=${row}`)).toEqual([third]);
  expect(await gapsOf(server, '?last=1')).toEqual([third]);
  expect(await gapsOf(server, '?limit=1')).toMatchObject([{ row }]);
  expect(await summaryOf(server)).toMatchObject({ clients: 3, missing: 6 });
});

test('a document leaves the list when its last gap is filled, and duplicates change nothing', async () => {
  const server = await startTestServer();
  await post(server, [logEvent(3)]);
  await Promise.all([
    post(server, [logEvent(1), logEvent(3)]),
    post(server, [logEvent(1), logEvent(1)]),
  ]);
  expect(await gapsOf(server)).toMatchObject([{ stored: 2, missing: 1, ranges: [[2, 2]] }]);
  await post(server, [logEvent(2), logEvent(3)]);
  expect(await gapsOf(server)).toEqual([]);
  expect(await summaryOf(server)).toMatchObject({ events: 3, clients: 1, missing: 0 });
});

test('refused events are separated from missing ones when their number is readable', async () => {
  const server = await startTestServer();
  const deep = JSON.stringify(
    logBatch([logEvent(6), logEvent(5, { payload: { deep: 'DEEP' } })]),
  ).replace('"DEEP"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  await fetch(`${server.embed}/youtubei/v1/log_event`, { method: 'POST', body: deep });
  await post(server, [
    logEvent(2, { name: '!' }),
    { seq: 3 },
    { seq: 3 },
    { seq: '4' },
    { seq: batchLimits.seqMax + 1 },
    { seq: -1 },
    { seq: 1.5 },
    null,
    [7],
    'junk',
  ]);
  expect(await gapsOf(server)).toMatchObject([
    {
      highestSeq: 6,
      stored: 1,
      rejected: 3,
      missing: 2,
      ranges: [
        [1, 1],
        [4, 4],
      ],
    },
  ]);
});

test('a number that was refused and stored counts as stored, in any order and also within one batch', async () => {
  const server = await startTestServer();
  await post(server, [{ seq: 1 }, { seq: 2 }]);
  await post(server, [logEvent(1), logEvent(4)]);
  await post(server, [{ seq: 4 }, { seq: 5 }, logEvent(5), logEvent(6), { seq: 6 }]);
  expect(await gapsOf(server)).toMatchObject([
    { highestSeq: 6, stored: 4, rejected: 1, missing: 1, ranges: [[3, 3]] },
  ]);
});

test('a document with only refused events is listed, and one without any readable number is not', async () => {
  const server = await startTestServer();
  await post(server, [{ seq: 2 }]);
  await post(server, ['junk'], 'junk-0123456789abcd');
  expect(await gapsOf(server)).toMatchObject([
    { sid: testSid, stored: 0, rejected: 1, missing: 1 },
  ]);
  expect(await summaryOf(server)).toMatchObject({ clients: 1, missing: 1 });
});

test('the refused numbers of a document are stored up to a limit, however many are sent', async () => {
  const server = await startTestServer();
  const limit = intakeLimits.rejectedPerClientCount;
  for (let first = 1; first <= limit + 200; first += 90)
    await post(
      server,
      Array.from({ length: 90 }, (_, index) => ({ seq: first + index })),
    );
  await post(server, [logEvent(limit + 2)]);
  // Numbers beyond the limit count as missing.
  expect(await gapsOf(server)).toMatchObject([
    {
      highestSeq: limit + 2,
      stored: 1,
      rejected: limit,
      missing: 1,
      ranges: [[limit + 1, limit + 1]],
    },
  ]);
  // A number that is stored later makes room again.
  await post(server, [logEvent(1)]);
  await post(server, [{ seq: limit + 1 }]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, missing: 0 });
});

test('the refused numbers of all documents are stored up to a limit', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await place.sql(addToTotals('noted_rejections', intakeLimits.rejectedCount - 1));
  await post(server, [{ seq: 1 }, { seq: 2 }]);
  await post(server, [{ seq: 1 }], 'another-sid-0123456');
  expect(await summaryOf(server)).toMatchObject({ rejected: 3, clients: 1, missing: 0 });
  expect(await place.sql('SELECT * FROM rejections')).toEqual([{ sid: testSid, seq: 1 }]);
});

/** Without its group, whose limit is lower. */
const eventAt = (seq: number) => logEvent(seq, { context: { lastActivityMs: 1 } });

test('invented numbers of the maximum value do not break a total', async () => {
  const server = await startTestServer();
  for (const sid of ['hostile-a-0123456789', 'hostile-b-0123456789'])
    await post(server, [eventAt(batchLimits.seqMax), eventAt(batchLimits.seqMax + 1)], sid);
  await post(server, [logEvent(2)]);
  expect(await summaryOf(server)).toMatchObject({
    events: 3,
    missing: 2 * (batchLimits.seqMax - 1) + 1,
  });
  expect(await gapsOf(server, '?limit=1')).toMatchObject([
    { ranges: [[1, batchLimits.seqMax - 1]] },
  ]);
  expect(server.errors).toEqual([]);
});

test('an absurd total of missing events is still readable', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await place.sql(addToTotals('missing', Number.MAX_SAFE_INTEGER));
  await post(server, [eventAt(batchLimits.seqMax)]);
  expect((await summaryOf(server)).missing).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  expect(server.errors).toEqual([]);
});

test('a line names gaps up to a limit, and says when there are more', async () => {
  const events = await openStore();
  const count = intakeLimits.gapRangesCount;
  const insertEverySecond = async (start: number, eventCount: number, sid: string) => {
    const seqs = Array.from({ length: eventCount }, (_, index) => index * 2 + start);
    for (let first = 0; first < seqs.length; first += 100)
      await events.insertBatch(storeBatch(seqs.slice(first, first + 100), { sid }));
  };
  await insertEverySecond(2, count, 'exactly-0123456789');
  await insertEverySecond(2, count + 1, 'one-more-0123456789');
  await insertEverySecond(2, count * 3, 'far-more-0123456789');
  // A document whose first event is stored has one gap less than ranges.
  await insertEverySecond(1, count + 1, 'exactly-with-first-0123456789');
  await insertEverySecond(1, count + 2, 'one-more-with-first-0123456789');
  const gaps = await events.gaps.after(0, 10);
  expect(gaps.map(({ missing, ranges, isCut }) => [missing, ranges.length, isCut])).toEqual([
    [count, count, false],
    [count + 1, count, true],
    [count * 3, count, true],
    [count, count, false],
    [count + 1, count, true],
  ]);
  expect(gaps[2]?.ranges.at(-1)).toEqual([count * 2 - 1, count * 2 - 1]);
});

test('a list longer than one read is complete and in order', async () => {
  const server = await startTestServer();
  for (let index = 1; index <= 45; index += 1)
    await post(
      server,
      [logEvent(index === 30 ? 1 : 2)],
      `document-${String(index).padStart(10, '0')}`,
    );
  const numbers = (gaps: { sid: string }[]) =>
    gaps.map(({ sid }) => Number(sid.slice('document-'.length)));
  const all = await gapsOf(server);
  expect(numbers(all)).toEqual(
    Array.from({ length: 45 }, (_, index) => index + 1).filter((n) => n !== 30),
  );
  const rows = all.map(({ row }) => row);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  expect(numbers(await gapsOf(server, '?last=3'))).toEqual([43, 44, 45]);
});

const seqs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 });
const batches = fc.array(fc.record({ good: seqs, bad: seqs, isSecond: fc.boolean() }), {
  maxLength: 10,
});

test('the gaps are exactly the numbers that are neither stored nor refused, for all orders', async () => {
  const place = await storePlace();
  const events = await openStore(place);
  let runs = 0;
  let missingBefore = 0;
  let lastRow = 0;
  await fc.assert(
    fc.asyncProperty(batches, fc.boolean(), async (sent, isAtOnce) => {
      runs += 1;
      const documents = ['a', 'b'].map((name) => ({
        sid: `${name}-${String(runs).padStart(16, '0')}`,
        stored: new Set<number>(),
        refused: new Set<number>(),
      }));
      const inserting: Promise<unknown>[] = [];
      for (const { good, bad, isSecond } of sent) {
        const { sid, stored, refused } = documents[isSecond ? 1 : 0] ?? raise();
        const inserted = events.insertBatch(storeBatch(good, { sid, rejectedSeqs: bad }));
        inserting.push(inserted);
        if (!isAtOnce) await inserted;
        for (const seq of good) stored.add(seq);
        for (const seq of bad) refused.add(seq);
        for (const seq of stored) refused.delete(seq);
      }
      await Promise.all(inserting);
      const found = await events.gaps.after(lastRow, 1_000);
      lastRow = found.at(-1)?.row ?? lastRow;
      const gaps = new Map(found.map((gap) => [gap.sid, gap]));
      let missingNow = 0;
      for (const { sid, stored, refused } of documents) {
        const highestSeq = Math.max(0, ...stored, ...refused);
        const missing = Array.from({ length: highestSeq }, (_, index) => index + 1).filter(
          (seq) => !stored.has(seq) && !refused.has(seq),
        );
        missingNow += missing.length;
        const gap = gaps.get(sid);
        if (missing.length === 0) expect(gap).toBeUndefined();
        else
          expect(gap).toMatchObject({
            highestSeq,
            stored: stored.size,
            rejected: refused.size,
            missing: missing.length,
            ranges: rangesOf(missing),
            isCut: false,
          });
      }
      const summary = await events.summary();
      expect(summary.missing - missingBefore).toBe(missingNow);
      missingBefore = summary.missing;
    }),
  );
  // The stored counter equals a count.
  expect(
    await place.sql(
      'SELECT sum(clients) AS clients, sum(noted_rejections) AS noted, sum(events) AS events FROM totals',
    ),
  ).toEqual(
    await place.sql(`SELECT (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM rejections) AS noted,
      (SELECT count(*) FROM events) AS events`),
  );
});

function raise(): never {
  throw new Error('there are two documents');
}
