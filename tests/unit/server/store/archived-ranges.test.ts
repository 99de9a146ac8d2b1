import { expect, test } from 'vitest';
import { withArchived } from '../../../../server/store/archived-ranges.ts';
import { copyLimits } from '../../../../server/store/copy/copy-limits.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import type { SeqRange } from '../../../../shared/rpc/news.ts';
import { startArchiving } from '../support/copy-process.ts';
import { testSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';

test('an event that has left is a duplicate when it is sent again, and others are not', async () => {
  const { store, step, archiveStep, storedSeqs } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2, 5, 9]));
  await step();
  await archiveStep(20);
  expect(await storedSeqs()).toEqual([]);
  const sent = await store.insertBatch(storeBatch([1, 2, 3, 5, 8, 9, 10]));
  expect(sent).toMatchObject({ value: { accepted: 3, duplicates: 4 } });
  expect(await storedSeqs()).toEqual([3, 8, 10]);
  expect(await store.summary()).toMatchObject({ events: 7, duplicates: 4 });
  const again = await store.insertBatch(storeBatch([3, 8, 10]));
  expect(again).toMatchObject({ value: { accepted: 0, duplicates: 3 } });
});

test('a receipt names events that have left, beside those in the store', async () => {
  const { store, step, archiveStep } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2, 5]));
  await step();
  await archiveStep(20);
  await store.insertBatch(storeBatch([3, 7]));
  const receipt = async (from: number) => (await store.storedRanges(testSid, from)) as unknown;
  expect(await receipt(1)).toMatchObject({
    value: {
      stored: [
        [1, 3],
        [5, 5],
        [7, 7],
      ],
      isCut: false,
    },
  });
  expect(await receipt(2)).toMatchObject({
    value: {
      stored: [
        [2, 3],
        [5, 5],
        [7, 7],
      ],
    },
  });
});

test('only numbers that are neither in the store nor gone from it are missing', async () => {
  const { store, step, archiveStep } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2, 6]));
  await step();
  await archiveStep(20);
  await store.insertBatch(storeBatch([4]));
  const [gaps] = await store.gaps.after(0, 10);
  expect(gaps).toMatchObject({
    stored: 4,
    missing: 2,
    ranges: [
      [3, 3],
      [5, 5],
    ],
  });
  await store.insertBatch(storeBatch([3, 5]));
  expect(await store.gaps.after(0, 10)).toEqual([]);
});

test('a refused number is not noted if its event has left the store', async () => {
  const { store, step, archiveStep } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2]));
  await step();
  await archiveStep(20);
  await store.insertBatch(storeBatch([], { rejectedSeqs: [1, 3] }));
  expect(await store.summary()).toMatchObject({ missing: 0 });
  await store.insertBatch(storeBatch([3, 4]));
  expect(await store.summary()).toMatchObject({ events: 4, missing: 0 });
});

test('a document whose numbers have more gaps than is kept as ranges stays in the store', async () => {
  const { store, step, archiveStep, storedSeqs } = await startArchiving();
  const seqs = Array.from({ length: copyLimits.archivedRangesCount + 1 }, (_, i) => i * 2 + 1);
  for (let from = 0; from < seqs.length; from += 200)
    await store.insertBatch(storeBatch(seqs.slice(from, from + 200), { sid: 'gaps' }));
  await store.insertBatch(storeBatch([1, 2]));
  const before = await store.events.after(0, 5_000);
  await step();
  while (((await archiveStep(20)) as { count: number }).count > 0);
  const kept = await storedSeqs('gaps');
  expect(kept.length).toBeGreaterThan(0);
  expect(await storedSeqs()).toEqual([]);
  expect(await store.events.after(0, 5_000)).toEqual(before);
  const again = await store.insertBatch(storeBatch(seqs.slice(-200), { sid: 'gaps' }));
  expect(again).toMatchObject({ value: { accepted: 0, duplicates: 200 } });
  const { ranges } = (await store.gaps.after(0, 10))[0] ?? { ranges: [] };
  expect(ranges).toHaveLength(intakeLimits.gapRangesCount);
});

test('a document whose events have left expires as a whole, and all its events are counted', async () => {
  const dayMs = 86_400_000;
  const nowMs = Date.now();
  const { store, step, archiveStep } = await startArchiving();
  await store.maintain({ nowMs, keepDays: null });
  await store.insertBatch(storeBatch([1, 2], { receivedMs: nowMs - 40 * dayMs }));
  await step();
  await archiveStep(nowMs, { nowMs });
  await store.insertBatch(storeBatch([3], { receivedMs: nowMs - 39 * dayMs }));
  const expired: unknown[] = [];
  await store.maintain({ nowMs, keepDays: 31, onExpired: (counts) => expired.push(counts) });
  expect(expired).toMatchObject([{ documents: 1, events: 3 }]);
  expect(await store.summary()).toMatchObject({ events: 0, missing: 0 });
});

test('beyond the part of the stored numbers that was read, none is said to be missing or stored', () => {
  const archived: SeqRange[] = [
    [1, 4],
    [8, 20],
    [30, 40],
  ];
  const read: SeqRange[] = [
    [5, 5],
    [10, 12],
  ];
  expect(withArchived({ ranges: read, isCut: true }, archived, 10)).toEqual({
    ranges: [
      [1, 5],
      [8, 12],
    ],
    isCut: true,
  });
  expect(withArchived({ ranges: read, isCut: false }, archived, 2)).toEqual({
    ranges: [
      [1, 5],
      [8, 20],
    ],
    isCut: true,
  });
});
