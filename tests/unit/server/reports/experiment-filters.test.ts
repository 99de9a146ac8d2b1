import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { addReports } from '../../../../server/store/several/add-reports.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { expectTrue } from './expect-true.ts';
import { fewCounted, foldAll, manyTime, rowsOf, storeManyPlaybacks } from './many-playbacks.ts';
import { begun, loaded, ofVersion, summary, wholeTime } from './playback-events.ts';

/** Each page has two playbacks, of different engines. */
const pages = Array.from({ length: 60 }, (_, n) => ({
  n,
  arms: [[1], [2], [2, 7], [], [7]][n % 5] ?? [],
  browser: ['Chrome', 'Safari'][n % 2] ?? '',
  host: ['https://a.example', 'https://b.example', 'https://c.example'][n % 3] ?? '',
  receivedMs: 10 * n + 1,
}));
type Page = (typeof pages)[number];

const played = [
  { cpn: 'one', engine: 'native', startedBy: 'viewer', isFailed: false },
  { cpn: 'two', engine: 'hls.js', startedBy: 'player', isFailed: true },
];
const playbacks = pages.flatMap((page) => played.map((playback) => ({ ...page, ...playback })));

async function fill(store: EventStore, some: readonly Page[] = pages): Promise<void> {
  const sent = some.map(({ n, arms, browser, host, receivedMs }) => {
    const contextJson = JSON.stringify({ client: { clientVersion: '1.0.0', experimentIds: arms } });
    const events = [
      loaded(1, `${host}/page`),
      ...played.flatMap(({ cpn, engine, startedBy, isFailed }, index) => [
        begun(2 + 2 * index, cpn, 'video-a', { engine, startedBy }),
        summary(3 + 2 * index, cpn, {
          startMs: 100 + n,
          ...(isFailed && { failure: 'mid_stream', errorName: 'HTTP' }),
        }),
      ]),
    ].map((event) => ({ ...event, contextJson }));
    return store.insertBatch(
      storeBatch([], { ...{ sid: datedSid(0, n), browser, receivedMs, events } }),
    );
  });
  await Promise.all(sent);
  await foldAll(store);
}

const countBy = <T>(all: readonly T[], nameOf: (one: T) => string) =>
  Object.fromEntries([...Map.groupBy(all, nameOf)].map(([name, same]) => [name, same.length]));
const countsOf = (groups: readonly { name: string; playbacks: number }[]) =>
  Object.fromEntries(groups.map(({ name, playbacks }) => [name, playbacks]));

/** @returns whether a playback is in a filter, by another rule than the store's */
const isIn = (filter: Partial<ReportFilter>) => (playback: (typeof playbacks)[number]) =>
  playback.arms.some((arm) => filter.arms?.includes(arm)) &&
  playback.receivedMs >= (filter.fromMs ?? 0) &&
  playback.receivedMs < (filter.toMs ?? wholeTime.toMs) &&
  (['browser', 'host', 'engine', 'startedBy'] as const).every(
    (name) => (filter[name] ?? playback[name]) === playback[name],
  );

const filters: Partial<ReportFilter>[] = [
  // An unknown experiment, and an arm without playbacks.
  { arms: [] },
  { arms: [99] },
  { arms: [2] },
  { arms: [1, 2] },
  // Some pages have both.
  { arms: [2, 7] },
  { arms: [7, 7] },
  { arms: [2], engine: 'hls.js' },
  { arms: [2], startedBy: 'viewer' },
  { arms: [7], browser: 'Safari', host: 'https://a.example' },
  // Pages of this arm came at 101, 151 and so on up to 351.
  { arms: [1], fromMs: 101, toMs: 352 },
];

test('a report of arms agrees with an independent count, in each of its parts [feature-experiment-filters]', async () => {
  const store = await openWithoutThread();
  await fill(store);
  for (const filter of filters) await expectCounted(store, filter);
});

async function expectCounted(store: EventStore, changes: Partial<ReportFilter>): Promise<void> {
  const name = JSON.stringify(changes);
  const filter = { ...wholeTime, ...changes };
  const wanted = playbacks.filter(isIn(changes));
  const report = await store.reports.dashboard(filter);
  expect(report.totals.playbacks, name).toBe(wanted.length);
  expect(report.totals.failuresMidStream, name).toBe(
    wanted.filter(({ isFailed }) => isFailed).length,
  );
  expect(report.startMs.count, name).toBe(wanted.length);
  expect(
    report.steps.reduce((total, step) => total + step.playbacks, 0),
    name,
  ).toBe(wanted.length);
  expect(report.countedFromMs, name).toMatchObject({ figures: null, browsers: null, latest: null });
  // A list shows the other values of its own filter too.
  const without = (key: keyof ReportFilter) =>
    playbacks.filter(isIn({ ...changes, [key]: undefined }));
  expect(countsOf(report.videos), name).toEqual(countBy(wanted, () => 'video-a'));
  for (const [list, key] of [
    ['browsers', 'browser'],
    ['engines', 'engine'],
    ['hosts', 'host'],
  ] as const)
    expect(countsOf(report[list]), name).toEqual(countBy(without(key), (one) => one[key]));
  expect(
    report.firstFrames.map(({ startedBy, count }) => [startedBy, count]),
    name,
  ).toEqual(
    Object.entries(countBy(without('startedBy'), ({ startedBy }) => startedBy)).sort(
      ([one], [other]) => (one > other ? -1 : 1),
    ),
  );
  expect(
    report.latest.map(({ receivedMs }) => receivedMs),
    name,
  ).toEqual(
    wanted
      .map(({ receivedMs }) => receivedMs)
      .toReversed()
      .slice(0, 20),
  );
  const documents = new Set(wanted.map(({ n }) => n));
  expect(report.completeness, name).toMatchObject({
    ...{ pageLoads: documents.size, created: 5 * documents.size, missing: 0 },
  });
  expect(await store.reports.overview(filter), name).toMatchObject({ playbacks: wanted.length });
  const rows = await rowsOf(store, filter);
  expect(
    rows.map(({ sid, cpn }) => `${sid} ${cpn}`),
    name,
  ).toEqual(wanted.map(({ n, cpn }) => `${datedSid(0, n)} ${cpn}`));
  const failed = await store.reports.dashboard({ ...filter, outcome: 'failed' });
  expect(failed.latest.length, name).toBe(
    Math.min(20, wanted.filter((one) => one.isFailed).length),
  );
}

test('a page counts in an arm as soon as one of its events says so, and expired playbacks in none', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const inArm = JSON.stringify({ client: { experimentIds: [1] } });
  const { arms: _, ...all } = { ...wholeTime, arms: [1] };
  await store.insertBatch(storeBatch([], { events: ofVersion([begun(1, 'c')], '1') }));
  expect(await rowsOf(store, { ...all, arms: [1] })).toEqual([]);
  const events = [{ ...summary(2, 'c'), contextJson: inArm }];
  await store.insertBatch(storeBatch([], { events }));
  expect(await rowsOf(store, { ...all, arms: [1] })).toHaveLength(1);
  const { totals } = await store.reports.dashboard({ ...all, arms: [1] });
  expect(totals.playbacks).toBe(1);
  // The rows of arms may stay longer than the playbacks.
  await place.sql('DELETE FROM playbacks');
  expect((await store.reports.dashboard({ ...all, arms: [1] })).totals.playbacks).toBe(0);
});

/** Every tenth playback is in arm 2, every hundredth in arm 3 too, and all others are in arm 1. */
async function openMany() {
  const place = await storePlace();
  const store = await openWithoutThread(place, fewCounted);
  await storeManyPlaybacks(store);
  await foldAll(store);
  for (const [arm, condition] of [
    [1, 'row % 10 > 0'],
    [2, 'row % 10 = 0'],
    [3, 'row % 100 = 0'],
  ] as const)
    await place.sql(`INSERT INTO experiment_playbacks
      SELECT ${arm}, sid, cpn, received_ms, 1, 1, 0, 0, 0 FROM playbacks WHERE ${condition}`);
  return { place, store };
}

test('a filter by arms with more playbacks than are counted counts the latest and says from when on', async () => {
  const { place, store } = await openMany();
  for (const filter of [
    { arms: [1] },
    // Fewer.
    { arms: [2] },
    { arms: [1, 2] },
    { arms: [3], videoId: 'video-a' },
    { arms: [1], version: '2.0.0' },
    { arms: [1], browser: 'Chrome' },
    { arms: [1], startedBy: 'viewer' },
  ])
    await expectTrue(store, filter);
  // Two arms share the limit.
  for (const arms of [[1], [1, 2]]) {
    const rows = await place.sql(
      `SELECT received_ms AS at FROM experiment_playbacks WHERE arm IN (${arms}) ORDER BY received_ms DESC`,
    );
    const times = rows.map(({ at }) => Number(at));
    const leftOut = times[fewCounted.countedCount] ?? 0;
    expect(leftOut).toBeGreaterThan(manyTime.fromMs);
    const { totals, countedFromMs } = await store.reports.dashboard({ ...manyTime, arms });
    expect(countedFromMs).toMatchObject({ figures: leftOut + 1, browsers: leftOut + 1 });
    expect(totals.playbacks).toBe(times.filter((at) => at > leftOut).length);
  }
  // The other store has its few playbacks before this moment.
  const other = await openWithoutThread();
  await fill(other, pages.slice(0, 20));
  const cut = addReports(() => [store.reports, other.reports]);
  const { countedFromMs, totals } = await cut.dashboard({ ...manyTime, fromMs: 0, arms: [1] });
  expect(countedFromMs.figures).toBeGreaterThan(manyTime.fromMs);
  expect(totals.playbacks).toBeLessThanOrEqual(fewCounted.countedCount);
});

test('reports of several stores add an arm, from the same moment on', async () => {
  const [one, other] = [await openWithoutThread(), await openWithoutThread()];
  await fill(one, pages.slice(0, 20));
  await fill(other, pages.slice(20));
  const reports = addReports(() => [one.reports, other.reports]);
  const ofArm = playbacks.filter(({ arms }) => arms.includes(2));
  const filter = { ...wholeTime, arms: [2] };
  const report = await reports.dashboard(filter);
  expect(report.totals.playbacks).toBe(ofArm.length);
  expect(countsOf(report.browsers)).toEqual(countBy(ofArm, ({ browser }) => browser));
  expect(await reports.overview(filter)).toMatchObject({ playbacks: ofArm.length });
});
