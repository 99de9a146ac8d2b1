import { expect, test } from 'vitest';
import {
  type CopyPlace,
  CopyRefusedError,
  type WaitingEvent,
} from '../../../../../server/store/copy/copy-events.ts';
import { copyLimits } from '../../../../../server/store/copy/copy-limits.ts';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

test('a store without events copies nothing', async () => {
  const { step, events } = copyOf(await openStore());
  expect(await step()).toMatchObject({ state: 'copied', count: 0, isMore: false });
  expect(events()).toEqual([]);
});

test('each event is copied as stored, and only once while nothing fails', async () => {
  const store = await openStore();
  const { step, events, inserts } = copyOf(store);
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
  const { step, events, refuse } = copyOf(store);
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
  const { step, events, loseAnswers } = copyOf(store);
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
  const [first, second] = [copyOf(store), copyOf(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  expect(await second.step()).toEqual({ state: 'elsewhere' });
  first.refuse('away');
  await first.step();
  expect(await second.step()).toMatchObject({ state: 'copied' });
});

test('a process that ends without a word is replaced after a while, by the store’s clock', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const [first, second] = [copyOf(store), copyOf(store)];
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
  const [first, second] = [copyOf(store), copyOf(store)];
  await store.insertBatch(storeBatch([1]));
  await first.step();
  await store.insertBatch(storeBatch([2]));
  await place.sql('UPDATE event_copy SET until_ms = until_ms + 86400000');
  expect(await second.step()).toMatchObject({ state: 'copied' });
});

test('a place that was restored from a backup, or is empty, gets what it lacks', async () => {
  const store = await openStore();
  const before = copyOf(store);
  await store.insertBatch(storeBatch([1, 2, 3]));
  await before.step();
  const rows = before.events().map(({ row }) => row);
  const restored = copyOf(store, { holder: before.holder, hasUntil: rows[0] });
  expect(await restored.step()).toMatchObject({ state: 'copied', count: 2 });
  expect(restored.events().map(({ row }) => row)).toEqual(rows.slice(1));
  const empty = copyOf(store, { holder: before.holder });
  expect(await empty.step()).toMatchObject({ state: 'copied', count: 3 });
});

test('a store that was restored from a backup copies what has come since, though the place has later rows', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const { step, events, holder } = copyOf(store);
  await store.insertBatch(storeBatch([1, 2, 3]));
  await step();
  const latest = events().at(-1)?.row;
  await place.sql(`UPDATE event_copy SET row = ${events()[0]?.row}`);
  const after = copyOf(store, { holder, hasUntil: latest });
  await after.step();
  expect(after.events().map(({ seq }) => seq)).toEqual([2, 3]);
});

test('a place that is empty, as the store is by now, counts as complete', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const before = copyOf(store);
  await store.insertBatch(storeBatch([1, 2]));
  await before.step();
  const row = before.events().at(-1)?.row;
  await place.sql('DELETE FROM events');
  const after = copyOf(store, { holder: before.holder });
  expect(await after.step()).toMatchObject({ state: 'copied', count: 0, row });
});

test('many events are copied in several inserts, none of them twice', async () => {
  const store = await openStore();
  const { step, events, inserts } = copyOf(store);
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

/** A process that copies to a place in memory. */
function copyOf(
  store: EventStore,
  {
    holder = crypto.randomUUID(),
    hasUntil = 0,
  }: { holder?: string; hasUntil?: number | undefined } = {},
) {
  const copied = new Map<number, WaitingEvent>();
  let [inserts, lastRow] = [0, hasUntil];
  let reason: string | null = null;
  let losesAnswers = false;
  let fromRow: number | null = null;
  const place: CopyPlace = {
    async copiedRow() {
      if (reason !== null) throw new CopyRefusedError(reason);
      return lastRow;
    },
    async insert(events) {
      if (reason !== null) throw new CopyRefusedError(reason);
      inserts++;
      for (const event of events) copied.set(event.row, event);
      if (losesAnswers) throw new CopyRefusedError('no answer');
      lastRow = events.at(-1)?.row ?? lastRow;
    },
  };
  return {
    holder,
    async step() {
      const result = await store.copyEvents({ place, holder, fromRow });
      if (!result.ok) throw new Error(result.error.message);
      if (result.value.state === 'copied') fromRow = result.value.row;
      if (result.value.state === 'refused') fromRow = null;
      return result.value;
    },
    events: () => [...copied.values()].sort((one, other) => one.row - other.row),
    inserts: () => inserts,
    refuse: (next: string | null) => {
      reason = next;
    },
    loseAnswers: (next: boolean) => {
      losesAnswers = next;
    },
  };
}
