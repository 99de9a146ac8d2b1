import { beforeEach, expect, test } from 'vitest';
import type { LogTier } from '../../../../../shared/telemetry/log-event.ts';
import {
  createMemoryStore,
  type MemoryStore,
} from '../../../../../worker/events/queue/memory-store.ts';
import { context, makeEvent, sid } from '../make-events.ts';
import { makeDraft } from './make-request.ts';

let store: MemoryStore;
beforeEach(() => {
  store = createMemoryStore();
});

/** A request of one event for each tier, of 10 characters each. */
function form(firstSeq: number, timestamp: number, tiers: LogTier[], owner = sid): Promise<void> {
  const json = 'x'.repeat(10);
  const events = tiers.map((tier, i) => makeEvent(firstSeq + i, { tier, json }));
  return store.seal([makeDraft(events, { sid: owner, owner, timestamp })]);
}

const lostSeqs = (maxChars: number) => store.makeRoom(maxChars).map(({ seqs }) => seqs);
const claimSeq = async () => (await store.claim(sid, 0))?.events[0]?.seq;

test('keeps requests up to the last character of its limit', async () => {
  await form(1, 0, [100, 100]);
  expect(lostSeqs(20)).toEqual([]);
  expect(lostSeqs(19)).toEqual([[1, 2]]);
  expect(lostSeqs(0)).toEqual([]);
});

test('drops the oldest requests of the lowest tier, and no more than necessary', async () => {
  await form(1, 5, [300]);
  await form(2, 9, [100]);
  await form(3, 1, [200]);
  await form(4, 7, [100]);
  expect(lostSeqs(30)).toEqual([[4]]);
  expect(lostSeqs(10)).toEqual([[2], [3]]);
  expect(await claimSeq()).toBe(1);
});

test('a request has the tier of its most urgent event', async () => {
  await form(1, 0, [100, 400]);
  await form(3, 9, [200, 200]);
  expect(lostSeqs(39)).toEqual([[3, 4]]);
});

test('a request in flight is kept, and may be dropped once it is released [spec-4.11, spec-4.37]', async () => {
  await form(1, 0, [100]);
  await form(2, 1, [100]);
  const row = await store.claim(sid, 0);
  expect(lostSeqs(0)).toEqual([[2]]);
  if (row !== null) await store.release(row, 0);
  expect(lostSeqs(0)).toEqual([[1]]);
});

test('events that are in no batch yet use room but are not dropped', async () => {
  await store.putArrival({
    sid,
    lastSeq: 9,
    context,
    storedMs: 0,
    events: [makeEvent(9, { json: 'x'.repeat(50) })],
  });
  await form(1, 0, [400]);
  expect(lostSeqs(60)).toEqual([]);
  expect(lostSeqs(59)).toEqual([[1]]);
  expect(lostSeqs(0)).toEqual([]);
});

test('reports whose events were dropped', async () => {
  await form(1, 0, [100], `${sid}-other`);
  expect(store.makeRoom(0)).toEqual([{ sid: `${sid}-other`, seqs: [1], sendCount: 0 }]);
});
