import { expect, test } from 'vitest';
import type { EventToStore } from '../../../../server/store/event-store.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid, logBatch, logEvent } from '../support/log-batches.ts';
import { readFigures } from '../support/read-figures.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { loaded, minute } from './playback-events.ts';
import { audienceOf, viewed, watched } from './viewing-events.ts';

type Segment = [from: number, to: number];

test('who watched what, and how far, agrees with an independent count [feature-audience]', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const random = createRandom(11);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const shuffled = <T>(values: readonly T[]): T[] =>
    values
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map((one) => one.value);
  const viewings = Array.from({ length: 80 }, (_, n) => {
    const duration = pick([10, 61.5, 300, 5_400]);
    const segments = Array.from({ length: Math.floor(random() * 5) }, (): Segment => {
      const from = random() * duration;
      return [from, from + random() * Math.min(200, duration - from)];
    });
    const visitorId = pick([undefined, 'v1', 'v2', 'v3', `own${n}`]);
    const [host, video] = [pick(['https://a.example', 'https://b.example']), pick(['va', 'vb'])];
    const [language, rate] = [pick(['en', 'de']), pick([0.5, 1, 2])];
    return { n, duration, segments, visitorId, host, video, language, rate };
  });
  for (const { n, duration, segments, visitorId, host, video, language, rate } of viewings) {
    const of = { video, language, ...(visitorId !== undefined && { visitorId }) };
    const events: EventToStore[] = [
      loaded(1, `${host}/x`),
      viewed(2, { ...of, duration }),
      ...segments.map((segment, index) =>
        watched(3 + index, [segment], { ...of, playbackRate: rate }),
      ),
    ];
    // In batches, in any order, and some come again.
    const order = shuffled(events);
    const cut = Math.floor(random() * order.length);
    for (const part of [order.slice(cut), order.slice(0, cut), order])
      await store.insertBatch(storeBatch([], { sid: datedSid(0, n), events: part }));
  }

  const isSeen = (at: number, { duration, segments }: (typeof viewings)[number]) =>
    segments.filter(([from, to]) => from <= at * duration && at * duration < to).length;
  const middles = Array.from({ length: 100 }, (_, index) => (index + 0.5) / 100);
  const counted = viewings.filter(({ segments }) => segments.length > 0);
  expect(counted.length).toBeLessThan(viewings.length);
  const countOf = (own: typeof viewings) => {
    const seen = middles.map((at) => own.filter((each) => isSeen(at, each) > 0).length);
    const ids = own.flatMap(({ visitorId }) => visitorId ?? []);
    return {
      viewings: own.length,
      viewers: new Set(ids).size,
      anonymousViewings: own.length - ids.length,
      seen,
      again: middles.map((at) => own.filter((each) => isSeen(at, each) > 1).length),
      reached: [25, 50, 75, 95].map((percent) => ({
        percent,
        viewings: own.filter((each) =>
          middles.some((at) => at > percent / 100 && isSeen(at, each) > 0),
        ).length,
      })),
    };
  };
  const agrees = async () => {
    for (const [filter, own] of [
      [{}, counted],
      [{ videoId: 'va' }, counted.filter(({ video }) => video === 'va')],
      [
        { host: 'https://b.example', videoId: 'vb' },
        counted.filter(({ host, video }) => host === 'https://b.example' && video === 'vb'),
      ],
    ] as const) {
      const { retention, ...audience } = await audienceOf(store, filter);
      const { seen, again, reached, ...expected } = countOf([...own]);
      expect(audience).toMatchObject({ ...expected, countedFromMs: null });
      expect(retention).toMatchObject({ viewings: own.length, seen, again, reached });
      const share = seen.reduce((sum, count) => sum + count, 0) / own.length;
      expect(retention.seenPercent).toBeCloseTo(share, 9);
      const durations = own.map(({ duration }) => duration).toSorted((a, b) => a - b);
      expect(retention.durationSec).toBe(durations[Math.ceil(durations.length / 2) - 1]);
      const played = own.reduce(
        (sum, { segments, rate }) =>
          sum + segments.reduce((all, [from, to]) => all + ((to - from) * 1_000) / rate, 0),
        0,
      );
      // Each event is rounded to milliseconds.
      expect(Math.abs(audience.watchedMs - played)).toBeLessThan(own.length * 5);
      for (const group of audience.groups.language) {
        const { viewings, viewers } = countOf(
          own.filter(({ language }) => language === group.name),
        );
        expect(group).toMatchObject({ viewings, viewers });
      }
    }
  };
  await agrees();
  await place.sql('DELETE FROM viewings');
  expect((await audienceOf(store)).viewings).toBe(0);
  await store.rebuildReports();
  await agrees();
});

test('the intake’s events are in the answer, in the form of its schema', async () => {
  const server = await startTestServer();
  const cpn = 'c1';
  const events = [
    { name: 'video_stats.playback', payload: { videoId: 'va', cpn, duration: 64, isLive: false } },
    {
      name: 'video_stats.watchtime',
      payload: { videoId: 'va', cpn, segments: [[0, 32]], playbackRate: 1, volume: 100 },
    },
  ];
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(logBatch(events.map((event, n) => logEvent(n + 1, event)))),
  });
  expect(await readFigures(`${server.demo}/telemetry/audience?video=va`)).toMatchObject({
    viewings: 1,
    watchedMs: 32_000,
    retention: { viewings: 1, durationSec: 64, seenPercent: 50 },
    groups: { video: [{ name: 'va', viewings: 1, finished: 0 }] },
  });
  expect(await readFigures(`${server.demo}/telemetry/audience?video=vb`)).toMatchObject({
    viewings: 0,
    retention: { durationSec: null, seenPercent: null },
  });
});

test('a viewing belongs to a page that becomes known later', async () => {
  const store = await openWithoutThread();
  await store.insertBatch(storeBatch([], { events: [viewed(2, {}), watched(3, [[0, 30]])] }));
  expect((await audienceOf(store, { host: '' })).viewings).toBe(1);
  await store.insertBatch(storeBatch([], { events: [loaded(1, 'https://late.example/x')] }));
  expect((await audienceOf(store, { host: '' })).viewings).toBe(0);
  expect((await audienceOf(store, { host: 'https://late.example' })).viewings).toBe(1);
});

test('a live stream has viewers and watch time, but no hundredths; viewings join and leave', async () => {
  const store = await openWithoutThread();
  const nowMs = 9 * minute;
  for (const [n, [from, to]] of [
    [1, 4],
    [1, 2],
    [3, 9],
  ].entries()) {
    const events = [
      viewed(1, { duration: n === 0 ? 100 : null, isLive: true, atMs: Number(from) * minute }),
      ...Array.from({ length: (Number(to) - Number(from)) * 2 }, (_, index) => {
        const atMs = Number(from) * minute + (index + 1) * 30_000;
        return watched(2 + index, [[index * 30, (index + 1) * 30]], { atMs });
      }),
    ];
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs: nowMs - 1, events }));
  }
  const audience = await audienceOf(store, {}, nowMs);
  expect(audience).toMatchObject({ viewings: 3, watchedMs: 10 * minute });
  expect(audience.retention).toMatchObject({ viewings: 0, durationSec: null, seenPercent: null });
  expect(audience.live).toEqual({
    viewings: 3,
    stepMs: minute,
    steps: [
      { atMs: minute, joined: 2, left: 0 },
      { atMs: 2 * minute, joined: 0, left: 1 },
      { atMs: 3 * minute, joined: 1, left: 0 },
      { atMs: 4 * minute, joined: 0, left: 1 },
    ],
  });
});

test('of more viewings than are counted, the latest are, and the report says from when on', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await store.insertBatch(storeBatch([], { events: [viewed(1, {}), watched(2, [[0, 30]])] }));
  await place.sql(`WITH RECURSIVE numbers(n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000
    )
    INSERT INTO viewings (sid, cpn, received_ms, video_id, host, browser, facts)
    SELECT 'many' || n, cpn, 100 + n, video_id, host, browser, facts
    FROM numbers, viewings`);
  expect(await audienceOf(store)).toMatchObject({ viewings: 10_000, countedFromMs: 6 });
  expect(await audienceOf(store, { fromMs: 101 })).toMatchObject({ countedFromMs: null });
});

test('viewings and minutes of watching expire with their age', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const day = 86_400_000;
  const nowMs = 20_000 * day;
  for (const [n, days] of [40, 32, 30, 1].entries()) {
    const atMs = nowMs - days * day;
    const events = [viewed(1, { atMs }), watched(2, [[0, 30]], { atMs })];
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs: atMs, events }));
  }
  await store.maintain({ nowMs, trustDateMs: nowMs, keepDays: 31 });
  const { viewings, concurrent } = await audienceOf(store, { toMs: nowMs }, nowMs);
  expect(viewings).toBe(2);
  expect(concurrent.steps.length).toBeGreaterThan(0);
  expect(await place.sql('SELECT minute_ms FROM watched_minutes')).toHaveLength(2);
});
