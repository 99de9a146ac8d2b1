import { expect, test } from 'vitest';
import { datedSid } from '../support/log-batches.ts';
import { openWithoutThread } from '../support/store-place.ts';
import { allTime, completenessOf, day, hour, storeLoad } from './page-loads.ts';

test('missing events are told apart: on their way, with an absent browser, gone with it, or dropped by it', async () => {
  const store = await openWithoutThread();
  const nowMs = Date.now();
  const gap = { seqs: [1, 2, 10] };
  await storeLoad(store, { n: 1, ...gap, receivedMs: nowMs - 1_000 });
  await storeLoad(store, { n: 2, ...gap, receivedMs: nowMs - hour });
  await storeLoad(store, { n: 3, ...gap, receivedMs: nowMs - 31 * day });
  const lost = (n: number, fields: Record<string, unknown>) => ({
    n,
    kind: 'events_lost',
    timeMs: 1,
    fieldsJson: JSON.stringify(fields),
  });
  await store.insertProviderLog({
    sid: datedSid(0, 2),
    receivedMs: nowMs,
    droppedCount: 0,
    contextJson: '{}',
    entries: [
      lost(1, { reason: 'quota', count: 3, isOwn: true, sendCount: null }),
      lost(2, { reason: 'rejected', count: 1, isOwn: true, sendCount: 2 }),
      // Events of a closed page, which this one has found.
      lost(3, { reason: 'storage', count: 2, isOwn: false, sendCount: null }),
      lost(4, { reason: 7, count: 'x', isOwn: true }),
    ],
  });
  const missingBy = {
    arriving: 7,
    away: 3,
    gone: 7,
    dropped: [
      { reason: 'quota', count: 3 },
      { reason: 'rejected', count: 1 },
    ],
  };
  expect((await completenessOf(store)).missingBy).toEqual(missingBy);
  // A page cannot have lost more than is missing.
  await store.insertProviderLog({
    sid: datedSid(0, 3),
    receivedMs: nowMs,
    droppedCount: 0,
    contextJson: '{}',
    entries: [lost(1, { reason: 'quota', count: 1e9, isOwn: true, sendCount: null })],
  });
  expect((await completenessOf(store)).missingBy).toMatchObject({
    gone: 0,
    dropped: [{ reason: 'quota', count: 10 }, { reason: 'rejected' }],
  });
});

test('reasons that a stranger invents for lost events count as one, “other”', async () => {
  const store = await openWithoutThread();
  await storeLoad(store, { n: 1, seqs: [1, 2, 10_000] });
  const names = ['quota', '__proto__', 'toString', '', 'x'.repeat(10_000)];
  for (let n = 0; n < 500; n++) names.push(`invented ${n}`);
  await store.insertProviderLog({
    sid: datedSid(0, 1),
    receivedMs: 5,
    droppedCount: 0,
    contextJson: '{}',
    entries: names.map((reason, index) => ({
      n: index,
      kind: 'events_lost',
      timeMs: 1,
      fieldsJson: JSON.stringify({ reason, count: 2, isOwn: true }),
    })),
  });
  const { completeness, accounting } = await store.reports.dashboard(allTime);
  const expected = [
    { reason: 'other', count: 1_008 },
    { reason: 'quota', count: 2 },
  ];
  expect(completeness.missingBy.dropped).toEqual(expected);
  expect(accounting.reportedLost).toEqual(expected);
});
