import { expect, test } from 'vitest';
import { copyLimits } from '../../../../../server/store/copy/copy-limits.ts';
import { copyingProcess, memoryPlace } from '../../support/copy-process.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

test('a store without events copies nothing', async () => {
  const { step, events } = copyingProcess(await openStore());
  expect(await step()).toMatchObject({ state: 'copied', count: 0, isMore: false });
  expect(events()).toEqual([]);
});

test('each event is copied as stored, and only once while nothing fails', async () => {
  const store = await openStore();
  const { step, events, inserts } = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2]));
  expect(await step()).toMatchObject({ state: 'copied', count: 2 });
  await store.insertBatch(storeBatch([2, 3]));
  expect(await step()).toMatchObject({ state: 'copied', count: 1 });
  expect(await step()).toMatchObject({ state: 'copied', count: 0 });
  expect(events().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(events()[0]).toMatchObject({
    sid: storeBatch([1]).sid,
    name: 'n',
    received_ms: 5,
    context: '{}',
    payload: '{}',
  });
  expect(inserts()).toBe(2);
});

test('while the place refuses, events wait; it is told how old the oldest is', async () => {
  const store = await openStore();
  const { step, events, refuse } = copyingProcess(store);
  await store.insertBatch(storeBatch([1], { receivedMs: 7 }));
  await store.insertBatch(storeBatch([2], { receivedMs: 8 }));
  refuse('the disk is full');
  expect(await step()).toEqual({ state: 'refused', reason: 'the disk is full', oldestMs: 7 });
  refuse(null);
  expect(await step()).toMatchObject({ state: 'copied', count: 2 });
  expect(events()).toHaveLength(2);
});

test('an insert whose answer is lost is repeated', async () => {
  const store = await openStore();
  const { step, events, loseAnswers } = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2]));
  loseAnswers(true);
  expect(await step()).toMatchObject({ state: 'refused' });
  loseAnswers(false);
  await store.insertBatch(storeBatch([3]));
  expect(await step()).toMatchObject({ state: 'copied' });
  expect(events().map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('one process copies at a time, and another continues when it has failed', async () => {
  const store = await openStore();
  const [first, second] = [copyingProcess(store), copyingProcess(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  expect(await second.step()).toEqual({ state: 'elsewhere' });
  first.refuse('away');
  await first.step();
  expect(await second.step()).toMatchObject({ state: 'copied' });
});

test('when a process has ended in order, another one continues at once', async () => {
  const store = await openStore();
  const [first, second] = [copyingProcess(store), copyingProcess(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  await store.releaseCopy(first.holder);
  expect(await second.step()).toMatchObject({ state: 'copied' });
  // One that ends again does not release the other's.
  await store.releaseCopy(first.holder);
  await store.insertBatch(storeBatch([3]));
  expect(await copyingProcess(store).step()).toEqual({ state: 'elsewhere' });
});

test('a process that ends without a word is replaced after a while, by the store’s clock', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const [first, second] = [copyingProcess(store), copyingProcess(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  await place.sql(`UPDATE event_copy SET until_ms = until_ms - ${copyLimits.leaseMs}`);
  expect(await second.step()).toMatchObject({ state: 'copied' });
  expect(second.events().map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a time that a clock a day ahead has reserved does not count', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const [first, second] = [copyingProcess(store), copyingProcess(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  await place.sql('UPDATE event_copy SET until_ms = until_ms + 86400000');
  expect(await second.step()).toMatchObject({ state: 'copied' });
});

test('a place that was restored from a backup, or is empty, gets what it lacks', async () => {
  const store = await openStore();
  const before = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2, 3]));
  await before.step();
  const rows = before.events().map(({ row }) => row);
  const restored = copyingProcess(store, memoryPlace(rows[0]), before.holder);
  expect(await restored.step()).toMatchObject({ state: 'copied', count: 2 });
  expect(restored.events().map(({ row }) => row)).toEqual(rows.slice(1));
  const empty = copyingProcess(store, memoryPlace(), before.holder);
  expect(await empty.step()).toMatchObject({ state: 'copied', count: 3 });
});

test('a store that was restored from a backup copies what has come since, though the place has later rows', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const { step, events, holder } = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2, 3]));
  await step();
  const latest = events().at(-1)?.row;
  await place.sql(`UPDATE event_copy SET row = ${events()[0]?.row}`);
  const after = copyingProcess(store, memoryPlace(latest), holder);
  await after.step();
  expect(after.events().map(({ seq }) => seq)).toEqual([2, 3]);
});

test('a place that is empty, as the store is by now, counts as complete', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const before = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2]));
  await before.step();
  const row = before.events().at(-1)?.row;
  await place.sql('DELETE FROM events');
  const after = copyingProcess(store, memoryPlace(), before.holder);
  expect(await after.step()).toMatchObject({ state: 'copied', count: 0, row });
});

test('many events are copied in several inserts, none of them twice', async () => {
  const store = await openStore();
  const { step, events, inserts } = copyingProcess(store);
  const payloadJson = JSON.stringify({ text: 'x'.repeat(20_000) });
  const count = 1_000;
  for (let from = 1; from <= count; from += 100) {
    const batch = storeBatch(Array.from({ length: 100 }, (_, index) => from + index));
    const events = batch.events.map((event) => ({ ...event, payloadJson }));
    await store.insertBatch({ ...batch, sid: `s${from}`, events });
  }
  let more = true;
  while (more) {
    const result = await step();
    more = result.state === 'copied' && result.count > 0;
  }
  expect(new Set(events().map(({ row }) => row)).size).toBe(count);
  expect(inserts()).toBeGreaterThan(1);
});
