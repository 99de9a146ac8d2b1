import { expect, test } from 'vitest';
import { emptySummary } from '../support/empty-summary.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';

const stored = (accepted: number, duplicates: number) => ({
  ok: true,
  value: { accepted, duplicates },
});

test('a batch that fails halfway stores and counts nothing', async () => {
  const store = await openStore();
  const whole = storeBatch([1, 2]);
  const [first, second] = whole.events;
  if (first === undefined || second === undefined) throw new Error('the batch has two events');
  const broken = {
    ...whole,
    events: [first, { ...second, eventTimeMs: null as unknown as number }],
  };
  await expect(store.insertBatch(broken)).rejects.toThrow();
  expect(await store.summary()).toEqual(emptySummary);
  expect(await store.events.after(0, 10)).toEqual([]);
  expect(await store.insertBatch(storeBatch([1, 2]))).toEqual(stored(2, 0));
});

test('a batch that arrives while the store closes gets a Retry-After, and is no unexpected failure', async () => {
  const store = await openStore();
  const later = { ok: false, error: expect.objectContaining({ code: 'STORE_AWAY' }) };
  const underWay = [store.insertBatch(storeBatch([1])), store.insertBatch(storeBatch([2]))];
  await store.close();
  for (const result of await Promise.all(underWay))
    expect([stored(1, 0), later]).toContainEqual(result);
  expect(await store.insertBatch(storeBatch([3]))).toEqual(later);
  expect(await store.storedRanges('sid', 0)).toEqual(later);
  await expect(store.summary()).rejects.toMatchObject({ failure: { code: 'STORE_AWAY' } });
});

test('simultaneous batches are stored without losing or doubling one', async () => {
  const store = await openStore();
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => store.insertBatch(storeBatch([index, index + 1]))),
  );
  expect(results.reduce((sum, result) => sum + (result.ok ? result.value.accepted : 0), 0)).toBe(
    41,
  );
  expect(await store.summary()).toMatchObject({
    events: 41,
    batches: 40,
    duplicates: 39,
    rejected: 0,
    bytes: 400,
    clients: 1,
  });
});

test('a batch without a good event is counted', async () => {
  const store = await openStore();
  expect(await store.insertBatch(storeBatch([], { rejected: 3 }))).toEqual(stored(0, 0));
  await store.countRefusedBatch(7, 5);
  expect(await store.summary()).toEqual({
    events: 0,
    batches: 1,
    duplicates: 0,
    rejected: 4,
    bytes: 17,
    clients: 0,
    missing: 0,
    expired: { events: 0, clients: 0, missing: 0 },
  });
});

test('events are returned page by page in order of arrival', async () => {
  const store = await openStore();
  await store.insertBatch(storeBatch([3, 1, 2]));
  const first = await store.events.after(0, 2);
  expect(first.map(({ row, seq }) => [row, seq])).toEqual([
    [1, 3],
    [2, 1],
  ]);
  expect((await store.events.after(2, 2)).map(({ seq }) => seq)).toEqual([2]);
});

test('the start of the newest events is found although row numbers have gaps', async () => {
  const store = await openStore();
  expect(await store.events.rowBeforeNewest(2)).toBe(0);
  await store.insertBatch(storeBatch([1, 2]));
  await store.insertBatch(storeBatch([1, 2]));
  await store.insertBatch(storeBatch([3]));
  const newest = async (count: number) =>
    (await store.events.after(await store.events.rowBeforeNewest(count), count)).map(
      ({ seq }) => seq,
    );
  expect(await newest(0)).toEqual([]);
  expect(await newest(2)).toEqual([2, 3]);
  expect(await newest(9)).toEqual([1, 2, 3]);
});
