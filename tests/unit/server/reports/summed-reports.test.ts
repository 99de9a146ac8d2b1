import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { expectTrue } from './expect-true.ts';
import {
  day,
  fewCounted,
  firstDay,
  firstDocument,
  foldAll,
  hour,
  manyCount,
  manyTime,
  storeManyPlaybacks,
} from './many-playbacks.ts';
import { loaded, minute, ofVersion, sidOf, summary } from './playback-events.ts';

const keepDays = 31;

/** A store with more playbacks than a report counts, none of which is in a sum yet. */
async function startFilled(counting = fewCounted) {
  const place = await storePlace();
  const store = await openWithoutThread(place, counting);
  // The first step fills the sums, with nothing yet.
  await store.foldPlaybacks();
  await storeManyPlaybacks(store);
  return { place, store };
}

/** @returns whether the median is one of the values, as it is if they are counted one by one */
async function hasMeasuredMedian(store: EventStore, changes: Partial<ReportFilter>) {
  const { report, rows } = await expectTrue(store, changes);
  return rows.some(({ startMs }) => startMs === report.startMs.median);
}

const summed: Partial<ReportFilter>[] = [
  {},
  // Begins and ends between two minutes.
  { fromMs: firstDay + 12_345, toMs: firstDay + 2.75 * day + 3.5 * minute },
  { browser: 'Chrome' },
  { videoId: 'video-a', fromMs: firstDay + 1 },
  { host: 'https://a.example' },
  { device: 'mobile' },
  { country: 'DE' },
  { version: '1.0.0' },
  { engine: 'native' },
  { startedBy: 'viewer' },
];
const counted: Partial<ReportFilter>[] = [
  { videoId: 'video-a', browser: 'Chrome' },
  { videoId: 'video-b' },
  { country: 'DE', device: 'mobile', version: '1.0.0' },
  { country: '' },
  { engine: 'hls.js', startedBy: 'viewer' },
  { startedBy: 'player' },
  { toMs: firstDay + hour },
];

test('a report of very many playbacks is that of their sums, whether changes wait or not', async () => {
  const { place, store } = await startFilled();
  const reports = () =>
    Promise.all(summed.map((filter) => store.reports.dashboard({ ...manyTime, ...filter })));
  const waiting = async () =>
    Number((await place.sql('SELECT count(*) AS n FROM playback_changes'))[0]?.n);
  const before = await reports();
  await store.foldPlaybacks();
  expect(await waiting()).toBeGreaterThan(0);
  expect(await reports()).toEqual(before);
  await foldAll(store);
  expect(await waiting()).toBe(0);
  expect(await reports()).toEqual(before);
  for (const filter of summed) expect(await hasMeasuredMedian(store, filter)).toBe(false);
  for (const filter of counted) expect(await hasMeasuredMedian(store, filter)).toBe(true);

  const { totals, startMs, rebufferPercent } = await store.reports.dashboard(manyTime);
  expect(await store.reports.overview(manyTime)).toMatchObject({
    playbacks: totals.playbacks,
    played: totals.played,
    startMs: { count: startMs.count, median: startMs.median, p95: startMs.p95 },
    rebufferPercent: { count: rebufferPercent.count, median: rebufferPercent.median },
  });

  // A playback whose summary comes, then another one, with the document's facts.
  const sid = sidOf('late');
  const insert = (events: ReturnType<typeof loaded>[], facts = {}) =>
    store.insertBatch(
      storeBatch([], { sid, browser: 'Other', ...facts, receivedMs: firstDay + hour, events }),
    );
  await insert([summary(2, 'late', { startMs: 100 })]);
  await foldAll(store);
  await expectTrue(store);
  await insert(
    ofVersion(
      [loaded(1, 'https://late.example/'), summary(3, 'late', { startMs: 90_000 })],
      '3.0.0',
    ),
    { device: 'tv', country: 'US' },
  );
  await expectTrue(store);
  await foldAll(store);
  await expectTrue(store);

  // No playback is counted: without the sums none is left.
  await place.sql('DELETE FROM playback_sums');
  expect((await store.reports.dashboard(manyTime)).totals.playbacks).toBe(0);
});

test('while more changes wait than a report adds, it counts the playbacks themselves', async () => {
  const { place, store } = await startFilled({ ...fewCounted, waitingChangesCount: 100 });
  // Some playbacks are no longer among the changes, and their sums are lost.
  await store.foldPlaybacks();
  await place.sql('DELETE FROM playback_sums');
  for (const filter of summed) await expectTrue(store, filter);
  expect((await store.reports.dashboard(manyTime)).totals.playbacks).toBe(manyCount);
});

test('when playbacks expire, so do the sums of their days, and what is left of such a day is counted', async () => {
  const { place, store } = await startFilled();
  await foldAll(store);
  const nowMs = firstDay + keepDays * day + 1.5 * day;
  // A document of the first day that is still in use.
  await store.insertBatch(
    storeBatch([], {
      sid: sidOf(String(firstDocument)),
      receivedMs: nowMs,
      events: [summary(900, 'another', { startMs: 1 })],
    }),
  );
  await store.maintain({ nowMs: firstDay, keepDays });
  await store.maintain({ nowMs, trustDateMs: nowMs, keepDays });
  // A playback of a day without sums comes late, from another store.
  const moved = { isMoved: true, receivedMs: firstDay + hour, events: [summary(1, 'moved')] };
  await store.insertBatch(storeBatch([], { sid: sidOf('moved'), ...moved }));
  await foldAll(store);
  const [{ first, n } = {}] = await place.sql(
    'SELECT min(start_ms) AS first, count(*) AS n FROM playback_sums',
  );
  expect(Number(n)).toBeGreaterThan(0);
  expect(Number(first)).toBe(firstDay + 2 * day);
  await expectTrue(store);
  expect((await store.reports.dashboard(manyTime)).totals.playbacks).toBeLessThan(manyCount);
});
