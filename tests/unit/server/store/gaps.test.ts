import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchLimits } from '../../../../shared/limits/batch-limits.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { rangesOf } from '../../../../shared/tools/seq-set.ts';
import { logEvent, testSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, storePlace } from '../support/store-place.ts';
import { addToTotals, gapsOf, postEvents, summaryOf } from './gaps-feed.ts';

test('the gaps name the documents with missing events and the missing numbers', async () => {
  let now = 1_000;
  const server = await startTestServer({}, () => now);
  await postEvents(server, [logEvent(3), logEvent(4)]);
  now = 2_000;
  await postEvents(server, [logEvent(8)]);
  await postEvents(server, [logEvent(1), logEvent(2)], 'whole-0123456789abc');
  await postEvents(server, [logEvent(2)], 'third-0123456789abc');
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
  await postEvents(server, [logEvent(3)]);
  await Promise.all([
    postEvents(server, [logEvent(1), logEvent(3)]),
    postEvents(server, [logEvent(1), logEvent(1)]),
  ]);
  expect(await gapsOf(server)).toMatchObject([{ stored: 2, missing: 1, ranges: [[2, 2]] }]);
  await postEvents(server, [logEvent(2), logEvent(3)]);
  expect(await gapsOf(server)).toEqual([]);
  expect(await summaryOf(server)).toMatchObject({ events: 3, clients: 1, missing: 0 });
});

/** Without its group, whose limit is lower. */
const eventAt = (seq: number) => logEvent(seq, { context: { lastActivityMs: 1 } });

test('invented numbers of the maximum value do not break a total', async () => {
  const server = await startTestServer();
  for (const sid of ['hostile-a-0123456789', 'hostile-b-0123456789'])
    await postEvents(server, [eventAt(batchLimits.seqMax), eventAt(batchLimits.seqMax + 1)], sid);
  await postEvents(server, [logEvent(2)]);
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
  await postEvents(server, [eventAt(batchLimits.seqMax)]);
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
  for (let index = 1; index <= 25; index += 1)
    await postEvents(
      server,
      [logEvent(index === 12 ? 1 : 2)],
      `document-${String(index).padStart(10, '0')}`,
    );
  const numbers = (gaps: { sid: string }[]) =>
    gaps.map(({ sid }) => Number(sid.slice('document-'.length)));
  const all = await gapsOf(server);
  expect(numbers(all)).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1).filter((n) => n !== 12),
  );
  const rows = all.map(({ row }) => row);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  expect(numbers(await gapsOf(server, '?last=3'))).toEqual([23, 24, 25]);
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
