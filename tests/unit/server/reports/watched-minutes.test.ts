import { expect, test } from 'vitest';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread } from '../support/store-place.ts';
import { minute } from './playback-events.ts';
import { audienceOf, viewed, watched } from './viewing-events.ts';

const concurrentOf = async (...args: Parameters<typeof audienceOf>) =>
  (await audienceOf(...args)).concurrent;

test('the viewers of a minute are the playing time in it, for all pages and videos', async () => {
  const store = await openWithoutThread();
  // Two watch from 0:30 to 2:00, and one of them on until 2:15, twice as fast.
  for (const n of [1, 2]) {
    const events = [
      viewed(1, {}),
      watched(2, [[0, 30]], { atMs: minute }),
      watched(3, [[30, 60]], { atMs: 1.5 * minute }),
      watched(4, [[60, 90]], { atMs: 2 * minute }),
      ...(n === 1 ? [watched(5, [[90, 120]], { atMs: 2.25 * minute, playbackRate: 2 })] : []),
    ];
    await store.insertBatch(
      storeBatch([], { sid: datedSid(0, n), receivedMs: 3 * minute, events }),
    );
  }
  const steps = [
    { atMs: 0, viewers: 1 },
    { atMs: minute, viewers: 2 },
    { atMs: 2 * minute, viewers: 0.25 },
  ];
  const peak = { atMs: minute, viewers: 2 };
  expect(await concurrentOf(store)).toEqual({ stepMs: minute, steps, peak, nowViewers: 0 });
  expect(await concurrentOf(store, { videoId: 'other' })).toMatchObject({ steps, peak });
  expect(await concurrentOf(store, { fromMs: 2 * minute })).toMatchObject({
    steps: [{ atMs: 2 * minute, viewers: 0.25 }],
    peak: { atMs: 2 * minute },
  });
  // The minute from 1:00 is complete at 3:00, when its last events have arrived.
  expect((await concurrentOf(store, {}, 3 * minute)).nowViewers).toBe(2);
  expect((await concurrentOf(store, {}, 3 * minute - 1)).nowViewers).toBe(1);
});

test('longer steps have the mean of their minutes, and a step that goes on that of its time until now', async () => {
  const store = await openWithoutThread();
  const at = (minutes: number) => ({ atMs: minutes * minute });
  const events = [
    viewed(1, {}),
    ...Array.from({ length: 10 }, (_, n) => watched(2 + n, [[n * 60, n * 60 + 60]], at(n + 1))),
    watched(20, [[600, 660]], at(61)),
  ];
  await store.insertBatch(storeBatch([], { receivedMs: 100 * minute, events }));
  const filter = { toMs: 120 * 60 * minute };
  expect(await concurrentOf(store, filter, 62 * minute)).toMatchObject({
    stepMs: 60 * minute,
    steps: [
      { atMs: 0, viewers: 10 / 60 },
      { atMs: 60 * minute, viewers: 0.5 },
    ],
  });
});

test('what is reported late counts for the minute in which it was watched; a wrong clock counts for now', async () => {
  const store = await openWithoutThread();
  const day = 86_400_000;
  const nowMs = 100 * day;
  const store1 = async (n: number, atMs: number) =>
    store.insertBatch(
      storeBatch([], {
        sid: datedSid(0, n),
        receivedMs: nowMs,
        events: [watched(1, [[0, 60]], { atMs })],
      }),
    );
  await store1(1, nowMs - day);
  await store1(2, nowMs + day);
  await store1(3, nowMs - 31 * day);
  const { steps } = await concurrentOf(store, { fromMs: nowMs - 40 * day, toMs: nowMs }, nowMs);
  expect(steps.map(({ viewers }) => viewers).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  const hour = { fromMs: nowMs - 60 * minute, toMs: nowMs };
  expect((await concurrentOf(store, hour, nowMs)).steps).toEqual([
    { atMs: nowMs - minute, viewers: 2 },
  ]);
  const before = { fromMs: nowMs - day - 60 * minute, toMs: nowMs - day };
  expect((await concurrentOf(store, before, nowMs)).steps).toEqual([
    { atMs: nowMs - day - minute, viewers: 1 },
  ]);
});
