import { expect, test } from 'vitest';
import type { Group, ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { isCustom } from '../../../../shared/telemetry/document-dimensions.ts';
import { anyPlayback, ofEachReportList } from '../../../../shared/telemetry/playback-dimensions.ts';
import {
  openStore,
  openWithoutThread,
  type StorePlace,
  storePlace,
} from '../support/store-place.ts';
import { day, fewCounted, rowsOf } from './many-playbacks.ts';

const { countedCount } = fewCounted;

/** Pairs of playbacks arrive in the same millisecond. */
const manyCount = 2 * countedCount;
const pageCount = manyCount / 100;
const otherCount = countedCount / 5;

/** @param columns for each number `n` up to `count` */
const insertPlaybacks = ({ sql }: StorePlace, count: number, columns: string) =>
  sql(`WITH RECURSIVE numbers(n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}
    )
    INSERT INTO playbacks (cpn, start_ms, is_begun, summary_seq, is_live, is_autoplay_blocked,
      is_exit_before_start, watched_ms, rebuffer_count, rebuffer_ms, sid, video_id, host,
      browser, received_ms)
    SELECT 'c' || n, n, 1, 1, 0, 0, 0, 1000, 0, 0, ${columns} FROM numbers`);

/**
 * Playbacks of one video in one browser, from two pages: the second has every hundredth. Another
 * video in this browser came after them, and one in another browser before.
 */
async function openWithMany(open = openStore) {
  const place = await storePlace();
  const store = await open(place, fewCounted);
  // There are no sums of this time.
  await place.sql(`INSERT INTO playback_sums_state (id, from_ms) VALUES (1, ${everything.toMs})
    ON CONFLICT (id) DO UPDATE SET from_ms = excluded.from_ms`);
  const page = "CASE WHEN n % 100 = 0 THEN 'page-b' ELSE 'page-a' END";
  await insertPlaybacks(place, manyCount, `'many', 'video-a', ${page}, 'Chrome', (n + 1) / 2`);
  const later = `${manyCount / 2} + n`;
  await insertPlaybacks(place, otherCount, `'other', 'video-c', 'page-a', 'Chrome', ${later}`);
  await insertPlaybacks(place, 1, "'few', 'video-b', 'page-a', 'Safari', 0");
  return store;
}

const everything: ReportFilter = {
  fromMs: 0,
  // Steps of hours, for which one condition has sums.
  toMs: 2 * day,
  videoId: null,
  ...anyPlayback,
};
const [video, browser] = [{ videoId: 'video-a' }, { browser: 'Chrome' }];
/** The pair of which one is left out is left out whole. */
const latestFromMs = (manyCount - countedCount) / 2 + 1;
const latestOfBrowserFromMs = latestFromMs + otherCount / 2;
const allCount = manyCount + otherCount + 1;

const totalOf = (groups: readonly Group[]) =>
  groups.reduce((total, { playbacks }) => total + playbacks, 0);

test('a report counts the latest playbacks of a filter without sums, and says from when on', async () => {
  const store = await openWithMany();

  const all = await store.reports.dashboard(everything);
  expect(all.countedFromMs).toEqual({
    ...{ figures: null, videos: null, latest: null },
    ...ofEachReportList(() => null),
  });
  expect(totalOf(all.browsers)).toBe(allCount);
  // No sums are stored, and these are too many to be counted one by one.
  expect((await store.reports.part(everything)).figures).toHaveProperty('sums');

  // The list of videos has no filter, and the figures of one video have sums.
  const ofVideo = await store.reports.dashboard({ ...everything, ...video });
  expect(ofVideo.countedFromMs).toEqual({
    ...{ figures: null, videos: null, latest: null },
    ...ofEachReportList((name) => (isCustom(name) ? null : latestFromMs)),
  });
  expect(ofVideo.totals.playbacks).toBe(manyCount);
  expect(totalOf(ofVideo.videos)).toBe(allCount);
  expect(totalOf(ofVideo.hosts)).toBe(countedCount);

  const ofPair = await store.reports.dashboard({ ...everything, ...video, ...browser });
  expect(ofPair.countedFromMs).toEqual({
    ...{ figures: latestFromMs, videos: latestOfBrowserFromMs, latest: null },
    ...ofEachReportList((name) => (isCustom(name) ? null : latestFromMs)),
  });
  const latest = await rowsOf(store, { ...everything, ...video, fromMs: latestFromMs });
  expect(ofPair.totals.playbacks).toBe(latest.length);
  expect(ofPair.latest[0]?.receivedMs).toBe(manyCount / 2);
  // Counted, so these are measured values: a playback's own number.
  const [median, p95] = [manyCount - countedCount / 2, manyCount - countedCount / 20];
  expect(ofPair.startMs).toMatchObject({ count: countedCount, median, p95 });
  expect(ofPair.steps).toMatchObject([{ playbacks: countedCount, medianStartMs: median }]);
  expect(await store.reports.overview({ ...everything, ...video, ...browser })).toMatchObject({
    playbacks: countedCount,
    countedFromMs: latestFromMs,
  });
});

test('a filter with a rare value is counted whole, however frequent the other value is', async () => {
  const store = await openWithMany(openWithoutThread);
  for (const filter of [
    { ...video, host: 'page-b' },
    { ...browser, host: 'page-b' },
  ]) {
    const report = await store.reports.dashboard({ ...everything, ...filter });
    expect(report.countedFromMs.figures).toBeNull();
    expect(report.totals.playbacks).toBe(pageCount);
    expect(report.startMs.median).toBe(manyCount / 2);
    expect(await store.reports.overview({ ...everything, ...filter })).toMatchObject({
      playbacks: pageCount,
      countedFromMs: null,
    });
  }
  const none = await store.reports.dashboard({ ...everything, ...video, browser: 'Safari' });
  expect(none.totals.playbacks).toBe(0);
  expect(none.videos.map(({ name }) => name)).toEqual(['video-b']);
});

test('unless a store is opened with other limits, a report counts up to 10,000 playbacks of a filter without sums', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const pair: ReportFilter = { ...everything, ...video, ...browser, toMs: 100_000 };
  await insertPlaybacks(place, 10_000, "'many', 'video-a', 'page-a', 'Chrome', n");
  expect(await store.reports.overview(pair)).toMatchObject({
    playbacks: 10_000,
    countedFromMs: null,
  });
  await insertPlaybacks(place, 1, "'more', 'video-a', 'page-a', 'Chrome', 0");
  expect(await store.reports.overview(pair)).toMatchObject({
    playbacks: 10_000,
    countedFromMs: 1,
  });
});
