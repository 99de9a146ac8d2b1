import { expect, test } from 'vitest';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { allTime, completenessOf, day, hour, storeLoad } from './page-loads.ts';
import { begun, loaded } from './playback-events.ts';

test('created, stored, refused and missing events of a time, a video and a page agree with an independent count [feature-completeness]', async () => {
  const store = await openWithoutThread();
  const random = createRandom(3);
  const loads = Array.from({ length: 60 }, (_, n) => {
    const highest = 3 + Math.floor(random() * 20);
    const numbers = Array.from({ length: highest }, (_, index) => index + 1);
    const isKept = new Map(numbers.map((seq) => [seq, seq <= 2 || random() > 0.2]));
    return {
      n,
      seqs: numbers.filter((seq) => isKept.get(seq)),
      rejectedSeqs: numbers.filter((seq) => !isKept.get(seq) && seq % 5 === 0),
      host: n % 3 === 0 ? 'https://a.example' : 'https://b.example',
      video: n % 2 === 0 ? 'video-a' : 'video-b',
      browser: n % 5 === 0 ? 'Firefox' : 'Chrome',
      receivedMs: (n % 4) * hour + n,
    };
  });
  // In two batches, of which the second fills gaps of the first.
  const half = (seqs: readonly number[]) => seqs.filter((seq) => seq <= 2 || seq % 2 === 0);
  await Promise.all(loads.map((load) => storeLoad(store, { ...load, seqs: half(load.seqs) })));
  await Promise.all(
    loads.map((load) => storeLoad(store, { ...load, receivedMs: load.receivedMs + 2 * hour })),
  );
  const countOf = (own: typeof loads) => {
    const sum = (of: (load: (typeof loads)[number]) => number) =>
      own.reduce((all, load) => all + of(load), 0);
    const created = sum(({ seqs, rejectedSeqs }) => Math.max(...seqs, ...rejectedSeqs));
    const [stored, rejected] = [
      sum(({ seqs }) => seqs.length),
      sum((load) => load.rejectedSeqs.length),
    ];
    const missing = created - stored - rejected;
    return { pageLoads: own.length, created, stored, rejected, missing, implausible: 0 };
  };
  const all = await completenessOf(store);
  expect(all).toMatchObject({ ...countOf(loads), countedFromMs: null, stepMs: 30 * day });
  const hours = await completenessOf(store, { toMs: 5 * hour });
  expect(hours.steps).toEqual(
    [0, 1, 2, 3].map((at) => ({
      atMs: at * hour,
      ...countOf(loads.filter(({ n }) => n % 4 === at)),
    })),
  );
  // A time that begins within an hour has the whole hour.
  for (const fromMs of [hour, 1.5 * hour])
    expect(await completenessOf(store, { fromMs, toMs: 2 * hour })).toMatchObject(
      countOf(loads.filter(({ n }) => n % 4 === 1)),
    );
  for (const [filter, isOf] of [
    [{ host: 'https://a.example' }, (load) => load.host === 'https://a.example'],
    [{ videoId: 'video-b' }, (load) => load.video === 'video-b'],
    [
      { videoId: 'video-b', host: 'https://b.example', fromMs: hour },
      ({ video, host, n }) => video === 'video-b' && host === 'https://b.example' && n % 4 > 0,
    ],
  ] as [Partial<ReportFilter>, (load: (typeof loads)[number]) => boolean][])
    expect(await completenessOf(store, filter)).toMatchObject(countOf(loads.filter(isOf)));
  const { hosts, videos, browsers } = await store.reports.dashboard(allTime);
  for (const [groups, nameOf] of [
    [hosts, ({ host }) => host],
    [videos, ({ video }) => video],
    [browsers, ({ browser }) => browser],
  ] as [typeof hosts, (load: (typeof loads)[number]) => string][]) {
    expect(groups).toHaveLength(2);
    for (const { name, created, stored } of groups) {
      const expected = countOf(loads.filter((load) => nameOf(load) === name));
      expect({ created, stored }).toEqual({ created: expected.created, stored: expected.stored });
    }
  }
});

test('what arrives late counts for the hour in which its page began', async () => {
  const store = await openWithoutThread();
  await storeLoad(store, { n: 1, seqs: [1, 2, 6], receivedMs: hour });
  expect((await completenessOf(store, { toMs: 9 * hour })).steps).toMatchObject([
    { atMs: hour, created: 6, missing: 3 },
  ]);
  await storeLoad(store, { n: 1, seqs: [3, 4, 5, 7], receivedMs: 5 * hour });
  expect((await completenessOf(store, { toMs: 9 * hour })).steps).toMatchObject([
    { atMs: hour, pageLoads: 1, created: 7, missing: 0 },
  ]);
});

test('a page load with several playbacks counts once, and once for each of its videos', async () => {
  const store = await openWithoutThread();
  const events = [
    loaded(1, 'https://a.example/x'),
    begun(2, 'cpn1', 'video-a'),
    begun(3, 'cpn2', 'video-a'),
    begun(5, 'cpn3', 'video-b'),
  ];
  const batch = storeBatch([], { sid: datedSid(0, 1), receivedMs: 5, browser: 'Chrome', events });
  expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
  const { videos, hosts, completeness } = await store.reports.dashboard({
    ...allTime,
    browser: 'Chrome',
  });
  const counts = { created: 5, stored: 4 };
  expect(completeness).toMatchObject({ pageLoads: 1, ...counts });
  expect(hosts).toMatchObject([{ playbacks: 3, ...counts }]);
  expect(videos).toMatchObject([
    { name: 'video-a', playbacks: 2, ...counts },
    { name: 'video-b', playbacks: 1, ...counts },
  ]);
});

test('an invented number does not spoil the figure of all others', async () => {
  const store = await openWithoutThread();
  await storeLoad(store, { n: 1, seqs: [1, 2, 3] });
  await storeLoad(store, { n: 2, seqs: [1, 2, 1_000_000_000] });
  const expected = { pageLoads: 2, created: 6, stored: 6, missing: 0, implausible: 1 };
  expect(await completenessOf(store)).toMatchObject(expected);
  expect(await completenessOf(store, { videoId: 'video-a' })).toMatchObject(expected);
  // A page can number thousands before the first one arrives.
  await storeLoad(store, { n: 3, seqs: [1, 2, 9_000] });
  expect(await completenessOf(store)).toMatchObject({ created: 9_006, missing: 8_997 });
});

test('of many playbacks the latest are looked at, and the answer says from when on', async () => {
  const store = await openWithoutThread(undefined, {
    countedCount: 10,
    waitingChangesCount: 10,
    addedCount: 10,
  });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      storeLoad(store, { n, seqs: n < 10 ? [1, 2, 9] : [1, 2], receivedMs: 1_000 + n }),
    ),
  );
  const page = await completenessOf(store, { host: 'https://a.example' });
  expect(page).toMatchObject({ pageLoads: 10, missing: 0, countedFromMs: 1_010 });
  expect(await completenessOf(store)).toMatchObject({ pageLoads: 20, missing: 60 });
});

test('the hours expire with their documents', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const nowMs = Date.now();
  await storeLoad(store, { n: 1, seqs: [1, 2, 5], receivedMs: nowMs - 3 * day });
  await storeLoad(store, { n: 2, seqs: [1, 2], receivedMs: nowMs - hour });
  await store.maintain({ nowMs, keepDays: 2, monotonicMs: () => performance.now() });
  expect(await completenessOf(store)).toMatchObject({ pageLoads: 1, created: 2, missing: 0 });
  expect(await place.sql('SELECT hour_ms FROM document_hours')).toHaveLength(1);
  // An event of a page load whose hour has expired does not bring the hour back.
  await place.sql('DELETE FROM document_hours');
  await storeLoad(store, { n: 2, seqs: [3], receivedMs: nowMs });
  expect((await completenessOf(store)).steps).toEqual([]);
});
