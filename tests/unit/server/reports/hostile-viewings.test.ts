import { expect, test } from 'vitest';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { audienceOf, viewed, watched } from './viewing-events.ts';

test.each([
  ['backwards', [[30, 0]]],
  ['of no length', [[5, 5]]],
  ['before the beginning', [[-5, 5]]],
  ['longer than a player reports at a time', [[0, 601]]],
  ['in total longer than that', Array.from({ length: 61 }, () => [0, 10])],
  ['more than a player collects', Array.from({ length: 101 }, () => [0, 1])],
  ['without an end', [[1, Number.POSITIVE_INFINITY]]],
  ['not numbers', [['0', { length: {} }]]],
  ['of three numbers', [[0, 1, 2]]],
  ['no list', { length: 3 }],
  ['nothing', null],
])(
  'watched parts that are %s count as nothing, and the others of the viewing stay',
  async (_, segments) => {
    const store = await openWithoutThread();
    const events = [viewed(1, {}), watched(2, [[0, 30]]), watched(3, segments)];
    expect(await store.insertBatch(storeBatch([], { events }))).toMatchObject({
      ok: true,
      value: { accepted: 3 },
    });
    const audience = await audienceOf(store);
    expect(audience).toMatchObject({ viewings: 1, watchedMs: 30_000 });
    expect(audience.concurrent.steps.map(({ viewers }) => viewers)).toHaveLength(1);
  },
);

test.each([
  ['a rate of 0', { playbackRate: 0 }],
  ['a rate of a million', { playbackRate: 1e6 }],
  ['no playback', { cpn: '' }],
  ['a playback that PostgreSQL cannot store', { cpn: 'a\0' }],
  ['a playback of a thousand characters', { cpn: 'x'.repeat(1_000) }],
])('watched parts with %s count as nothing', async (_, odd) => {
  const store = await openWithoutThread();
  const events = [viewed(1, { ...('cpn' in odd && odd) }), watched(2, [[0, 30]], odd)];
  expect(await store.insertBatch(storeBatch([], { events }))).toMatchObject({ ok: true });
  expect(await audienceOf(store)).toMatchObject({ viewings: 0, watchedMs: 0 });
});

test.each([0, -1, 1e300, '100', null, {}])(
  'a video of length %j has no hundredths',
  async (duration) => {
    const store = await openWithoutThread();
    const events = [viewed(1, { duration }), watched(2, [[0, 30]])];
    expect(await store.insertBatch(storeBatch([], { events }))).toMatchObject({ ok: true });
    const { viewings, retention } = await audienceOf(store);
    expect(viewings).toBe(1);
    expect(retention).toMatchObject({ viewings: 0, durationSec: null });
  },
);

test('parts after the end of the video have no hundredths', async () => {
  const store = await openWithoutThread();
  const events = [viewed(1, { duration: 10 }), watched(2, [[5, 400]])];
  await store.insertBatch(storeBatch([], { events }));
  const { retention } = await audienceOf(store);
  expect(retention.seen).toEqual([...new Array(50).fill(0), ...new Array(50).fill(1)]);
  expect(retention.again).toEqual(new Array(100).fill(0));
});

test('a visitor id or language that is none counts as unknown', async () => {
  const store = await openWithoutThread();
  for (const [n, odd] of [
    { visitorId: 'with space', language: 'e\0' },
    { visitorId: 'x'.repeat(201), language: 'x'.repeat(36) },
  ].entries()) {
    const events = [viewed(1, odd), watched(2, [[0, 30]], odd)];
    const batch = storeBatch([], { sid: datedSid(0, n), events });
    expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
  }
  const events = [{ ...watched(1, [[0, 30]]), contextJson: '{"client":7}' }];
  await store.insertBatch(storeBatch([], { sid: datedSid(0, 9), events }));
  expect(await audienceOf(store)).toMatchObject({ viewings: 3, viewers: 0, anonymousViewings: 3 });
  expect((await audienceOf(store)).groups.language).toMatchObject([{ name: '', viewings: 3 }]);
});

test('thousands of invented names are cut to the largest groups', async () => {
  const store = await openWithoutThread();
  for (let n = 0; n < 120; n++) {
    const of = { video: `video ${n}`, language: `x-${n}` };
    const events = [viewed(1, of), watched(2, [[0, 30]], of)];
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), events }));
  }
  const { viewings, groups } = await audienceOf(store);
  expect(viewings).toBe(120);
  expect(groups.video).toHaveLength(50);
  expect(groups.language).toHaveLength(50);
});

test('parts wait for the length of the video, a hundred of them', async () => {
  const store = await openWithoutThread();
  const early = Array.from({ length: 150 }, (_, n) => watched(2 + n, [[n, n + 1]]));
  await store.insertBatch(storeBatch([], { events: early }));
  expect((await audienceOf(store)).retention.viewings).toBe(0);
  await store.insertBatch(storeBatch([], { events: [viewed(1, { duration: 150 })] }));
  const { watchedMs, retention } = await audienceOf(store);
  expect(watchedMs).toBe(150_000);
  // The middles of the first 67 hundredths lie in the first 100 seconds.
  expect(retention).toMatchObject({ viewings: 1, seenPercent: 67 });
});

test('a viewing whose visitor id changes has the viewer of its first event', async () => {
  const store = await openWithoutThread();
  const events = ['v1', 'v2', 'v3'].map((visitorId, n) => watched(2 + n, [[0, 30]], { visitorId }));
  await store.insertBatch(storeBatch([], { events }));
  const other = [watched(2, [[0, 30]], { visitorId: 'v1' })];
  await store.insertBatch(storeBatch([], { sid: datedSid(0, 2), events: other }));
  expect(await audienceOf(store)).toMatchObject({ viewings: 2, viewers: 1 });
});

test.each(['', '{', 'null', '{"seen":"0"}', 'bits'])(
  'a stored viewing that is damaged (%j) costs only itself, until a rebuild',
  async (damage) => {
    const place = await storePlace();
    const store = await openWithoutThread(place);
    for (const n of [1, 2])
      await store.insertBatch(
        storeBatch([], {
          sid: datedSid(0, n),
          events: [viewed(1, {}), watched(2, [[0, 30]])],
        }),
      );
    const facts =
      damage === 'bits' ? `replace(facts, '"again":"0"', '"again":"0x"')` : `'${damage}'`;
    await place.sql(`UPDATE viewings SET facts = ${facts} WHERE sid = '${datedSid(0, 1)}'`);
    expect(await audienceOf(store)).toMatchObject({ viewings: 1 });
    const more = storeBatch([], { sid: datedSid(0, 1), events: [watched(3, [[30, 40]])] });
    expect(await store.insertBatch(more)).toMatchObject({ ok: true, value: { accepted: 1 } });
    expect(await audienceOf(store)).toMatchObject({ viewings: 2, watchedMs: 40_000 });
    await store.rebuildReports();
    expect(await audienceOf(store)).toMatchObject({ viewings: 2, watchedMs: 70_000 });
  },
);
