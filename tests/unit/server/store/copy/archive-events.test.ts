import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { copyLimits } from '../../../../../server/store/copy/copy-limits.ts';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import { StoreError } from '../../../../../server/store/store-problem.ts';
import { copyingProcess, memoryPlace, startArchiving } from '../../support/copy-process.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

const nothing = { state: 'archived', count: 0, isMore: false, lostTo: null };

test('events leave the store once they are copied and old enough, the oldest first', async () => {
  const { store, step, archiveStep, storedSeqs } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2], { receivedMs: 10 }));
  expect(await archiveStep(20)).toEqual({ state: 'elsewhere' });
  await step();
  await store.insertBatch(storeBatch([3], { receivedMs: 15 }));
  await store.insertBatch(storeBatch([4], { receivedMs: 30 }));
  expect(await archiveStep(10)).toMatchObject(nothing);
  const [row = 0] = (await store.events.after(0, 1)).map((event) => event.row);
  expect(await archiveStep(20, { upToRow: row - 1 })).toMatchObject({ count: 0 });
  // The third is old enough, but not copied.
  expect(await archiveStep(20)).toMatchObject({ state: 'archived', count: 2 });
  expect(await storedSeqs()).toEqual([3, 4]);
  await step();
  expect(await archiveStep(20)).toMatchObject({ count: 1 });
  expect(await storedSeqs()).toEqual([4]);
});

test('the feed has each event once, in order, wherever it is', async () => {
  const { store, step, archiveStep } = await startArchiving();
  const seqs = Array.from({ length: 10 }, (_, index) => index + 1);
  for (const seq of seqs) await store.insertBatch(storeBatch([seq], { receivedMs: seq }));
  const before = await store.events.after(0, 100);
  const newest = await Promise.all(seqs.map((count) => store.events.rowBeforeNewest(count)));
  await step();
  await archiveStep(7);
  for (const limit of [1, 2, 5, 6, 7, 100]) {
    const read = [];
    for (let row = 0; ; ) {
      const page = await store.events.after(row, limit);
      read.push(...page);
      if (page.length < limit) break;
      row = page.at(-1)?.row ?? row;
    }
    expect(read).toEqual(before);
  }
  for (const [index, row] of newest.entries())
    expect(await store.events.rowBeforeNewest(index + 1)).toBe(row);
  expect(await store.events.rowBeforeNewest(0)).toBe(before.at(-1)?.row);
});

test('while the archive cannot be read, newer events can, and the feed says why it cannot go further', async () => {
  const { store, step, archiveStep, refuse } = await startArchiving();
  await store.insertBatch(storeBatch([1], { receivedMs: 1 }));
  await store.insertBatch(storeBatch([2, 3], { receivedMs: 30 }));
  const [first] = await store.events.after(0, 1);
  await step();
  await archiveStep(20);
  refuse('ClickHouse is away');
  const reason = 'Older events cannot be read (ClickHouse is away).';
  const failed = expect.objectContaining({ message: expect.stringContaining(reason) });
  await expect(store.events.after(0, 10)).rejects.toEqual(failed);
  await expect(store.events.after(0, 10)).rejects.toBeInstanceOf(StoreError);
  await expect(store.events.rowBeforeNewest(3)).rejects.toEqual(failed);
  expect(await store.events.rowBeforeNewest(2)).toBe(first?.row);
  expect(await store.events.rowBeforeNewest(1)).toBeGreaterThan(first?.row ?? 0);
  expect(await store.events.after(first?.row ?? 0, 10)).toHaveLength(2);
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ value: { duplicates: 1 } });
});

test('without an address of the archive, the feed asks for it', async () => {
  const place = await storePlace();
  const to = memoryPlace();
  const archiving = copyingProcess(await openStore(place), to);
  const store = await openStore(place);
  await store.insertBatch(storeBatch([1]));
  await archiving.step();
  await archiving.archiveStep(20);
  await expect(store.events.after(0, 10)).rejects.toThrow('name it with --events');
});

test.each([
  ['lacks an event', (to: ReturnType<typeof memoryPlace>, row: number) => to.forget([row])],
  [
    'has another text',
    (to: ReturnType<typeof memoryPlace>, row: number) => to.change(row, { payload: '{"a":1}' }),
  ],
  [
    'has another number',
    (to: ReturnType<typeof memoryPlace>, row: number) => to.change(row, { event_time_ms: 2 }),
  ],
])('an archive that %s gets it again, and nothing leaves before', async (_, damage) => {
  const { store, step, archiveStep, storedSeqs, to } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2, 3]));
  await step();
  const copied = to.events();
  const row = copied[1]?.row ?? 0;
  damage(to, row);
  const reason = `it lacks the event of row ${row}`;
  expect(await archiveStep(20)).toEqual({ state: 'refused', reason });
  expect(await storedSeqs()).toEqual([1, 2, 3]);
  await step();
  expect(to.events()).toEqual(copied);
  expect(await archiveStep(20)).toMatchObject({ state: 'archived', count: 3 });
});

test('a copy that is under way does not prevent that what the archive lacks is copied again', async () => {
  const { store, step, archiveStep, to } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2]));
  await step();
  const [, second] = to.events();
  to.forget([second?.row ?? 0]);
  await store.insertBatch(storeBatch([3]));
  const { insert } = to.place;
  to.place.insert = async (events) => {
    to.place.insert = insert;
    expect(await archiveStep(20)).toMatchObject({ state: 'refused' });
    await insert(events);
  };
  await step();
  expect(to.events().map(({ seq }) => seq)).toEqual([1, 3]);
  await step();
  expect(to.events().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(await archiveStep(20)).toMatchObject({ state: 'archived', count: 3 });
});

test('rows that the archive has in addition, as after a store was restored, change nothing', async () => {
  const { store, step, archiveStep, to } = await startArchiving();
  await store.insertBatch(storeBatch([1]));
  await store.insertBatch(storeBatch([2], { sid: 'other' }));
  await store.insertBatch(storeBatch([3]));
  await step();
  const [first, second] = to.events();
  if (first === undefined || second === undefined) throw new Error('three are copied');
  await to.place.insert([{ ...second, row: second.row + 0.5 }]);
  expect(await archiveStep(20)).toMatchObject({ state: 'archived', count: 3 });
});

test('an archive that has lost what has left the store is noticed, and new events are copied', async () => {
  const { store, step, archiveStep, to } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2]));
  await step();
  const row = to.events().at(-1)?.row;
  await archiveStep(20);
  expect(await archiveStep(20, { looksBack: true })).toMatchObject(nothing);
  to.forgetAll();
  await store.insertBatch(storeBatch([3]));
  await step();
  expect(await archiveStep(20, { looksBack: true })).toMatchObject({ lostTo: row, count: 1 });
  // Later, ClickHouse may have dropped them.
  to.forgetAll();
  const nowMs = copyLimits.archivedForMs + 1_000;
  expect(await archiveStep(5, { looksBack: true, nowMs })).toMatchObject(nothing);
});

test('a time in the future does not keep later events in the store', async () => {
  const { store, step, archiveStep } = await startArchiving();
  await store.insertBatch(storeBatch([1], { receivedMs: 5_000 }));
  await store.insertBatch(storeBatch([2], { receivedMs: 5 }));
  await step();
  expect(await archiveStep(20, { nowMs: 100 })).toMatchObject({ count: 2 });
});

test('a process that no longer copies removes nothing', async () => {
  const place = await storePlace();
  const to = memoryPlace();
  const store = await openStore({ options: { ...place.options, archive: to.archive } });
  const [first, second] = [copyingProcess(store, to), copyingProcess(store, to)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await place.sql('UPDATE event_copy SET until_ms = 0');
  await store.insertBatch(storeBatch([2]));
  await second.step();
  expect(await first.archiveStep(20)).toEqual({ state: 'elsewhere' });
  expect(await second.archiveStep(20)).toMatchObject({ count: 2 });
});

test('events leave while others arrive: each is in the feed once, and none is stored twice', async () => {
  const { store, step, archiveStep } = await startArchiving();
  const sids = ['a', 'b', 'c'];
  const batches = async (sid: string) => {
    for (let seq = 1; seq <= 60; seq += 2) {
      await store.insertBatch(storeBatch([seq, seq + 1], { sid }));
      // Sent again, as after a lost answer.
      await store.insertBatch(storeBatch([seq, seq + 1], { sid }));
    }
  };
  let isOver = false;
  const archiving = (async () => {
    while (!isOver) {
      await step();
      await archiveStep(20);
      await nextTurn();
    }
  })();
  await Promise.all(sids.map(batches));
  isOver = true;
  await archiving;
  const keys = (await allEvents(store)).map(({ sid, seq }) => `${sid} ${seq}`);
  expect(keys).toHaveLength(180);
  expect(new Set(keys).size).toBe(180);
  expect(await store.summary()).toMatchObject({ events: 180, duplicates: 180, missing: 0 });
});

async function allEvents(store: EventStore) {
  const found = [];
  for (let row = 0; ; ) {
    const page = await store.events.after(row, 50);
    if (page.length === 0) return found;
    found.push(...page);
    row = page.at(-1)?.row ?? row;
  }
}
