import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { addReports } from '../../../../server/store/several/add-reports.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { expectTrue } from './expect-true.ts';
import {
  day,
  fewCounted,
  firstDay,
  foldAll,
  hour,
  manyTime,
  rowsOf,
  storeManyPlaybacks,
} from './many-playbacks.ts';
import { begun, minute, sidOf, summary } from './playback-events.ts';

/** A store with many playbacks, all in the sums. */
async function startFolded(counting = fewCounted) {
  const place = await storePlace();
  const store = await openWithoutThread(place, counting);
  await store.foldPlaybacks();
  await storeManyPlaybacks(store);
  await foldAll(store);
  const received = (await rowsOf(store, manyTime)).map(({ receivedMs }) => receivedMs);
  return { place, store, lastMs: Math.max(...received) };
}

const insertAt = (store: EventStore, receivedMs: number) =>
  store.insertBatch(
    storeBatch([], {
      sid: sidOf(`at ${receivedMs}`),
      receivedMs,
      events: [begun(1, 'added', 'video-x')],
    }),
  );

const filters: Partial<ReportFilter>[] = [
  {},
  { device: 'mobile' },
  { videoId: 'video-a' },
  { startedBy: 'viewer' },
];

test('a report until now has the running minute and hour from their sums, without what came since; other ends are exact too', async () => {
  const { place, store, lastMs } = await startFolded();
  // Whichever rests of hours are smaller.
  for (const [fromMs, toMs] of [
    [firstDay + minute, firstDay + 2 * day + 7 * minute],
    [firstDay + 7 * minute, firstDay + 2 * day + minute],
    [firstDay - 3 * hour + 1, firstDay + 3 * day - 1],
  ] as const)
    for (const filter of filters) await expectTrue(store, { fromMs, toMs, ...filter });

  const untilNow = { ...manyTime, toMs: lastMs + 1 };
  // A playback in the same minute, after the report was asked for.
  await store.insertBatch(
    storeBatch([], {
      sid: sidOf('since'),
      receivedMs: lastMs + 1,
      events: [begun(1, 'since', 'video-a'), summary(2, 'since', { startMs: 7 }, 'video-a')],
    }),
  );
  for (const isFolded of [false, true]) {
    if (isFolded) await foldAll(store);
    for (const filter of filters) await expectTrue(store, { ...untilNow, ...filter });
  }
  const { totals } = await store.reports.dashboard(untilNow);
  expect(totals.playbacks).toBe((await rowsOf(store, untilNow)).length);

  // Without the sums nothing is left but the playback that is taken away.
  await place.sql('DELETE FROM playback_sums');
  const empty = await store.reports.dashboard(untilNow);
  expect(empty.totals.playbacks).toBe(-1);
  expect(empty.videos).toEqual([]);
  expect(empty.firstFrames).toEqual([]);
});

test('lists leave out the hour in which a time begins if both of its parts have very many playbacks', async () => {
  const { store } = await startFolded({ ...fewCounted, countedCount: 5 });
  const fromMs = firstDay + 4 * minute;
  const all = await store.reports.dashboard({ ...manyTime, fromMs });
  expect(all.countedFromMs).toMatchObject({
    ...{ figures: null, videos: firstDay + hour, startedBy: firstDay + hour },
  });
  // A condition has hours only, also for the figures.
  const ofDevice = await store.reports.dashboard({ ...manyTime, fromMs, device: 'mobile' });
  expect(ofDevice.countedFromMs).toMatchObject({
    figures: firstDay + hour,
    devices: firstDay + hour,
  });
  await expectTrue(store, { fromMs });

  // All playbacks together have minutes, whose parts are counted however many there are.
  for (let n = 0; n < 12; n++) await insertAt(store, fromMs + n * 5_000);
  const inMinute = { ...manyTime, fromMs: fromMs + 30_000 };
  expect((await store.reports.dashboard(inMinute)).countedFromMs.figures).toBeNull();
  await expectTrue(store, inMinute);
});

test('stores that cut the time of a list differently are read again, all from the latest moment', async () => {
  const { store } = await startFolded({ ...fewCounted, countedCount: 5 });
  // Both add sums; the second may count its first hour, and the third counts everything.
  const { store: second } = await startFolded();
  const third = await openWithoutThread(await storePlace(), fewCounted);
  for (const receivedMs of [firstDay + 5 * minute, firstDay + 2 * hour])
    await insertAt(third, receivedMs);
  const filter = { ...manyTime, fromMs: firstDay + 4 * minute };
  const report = await addReports(() =>
    [store, second, third].map(({ reports }) => reports),
  ).dashboard(filter);
  expect(report.countedFromMs).toMatchObject({ figures: null, videos: firstDay + hour });
  expect(report.videos.find(({ name }) => name === 'video-x')?.playbacks).toBe(1);
  // The first two have the same playbacks.
  const rows = await rowsOf(store, { ...filter, fromMs: firstDay + hour });
  const total = report.videos.reduce((sum, { playbacks }) => sum + playbacks, 0);
  expect(total).toBe(2 * rows.length + 1);
  expect(report.totals.playbacks).toBe(2 * (await rowsOf(store, filter)).length + 2);
});

test('with one condition a day has steps of hours, and a shorter time has the latest playbacks', async () => {
  const { store } = await startFolded({ ...fewCounted, countedCount: 5 });
  const oneDay = { ...manyTime, toMs: firstDay + day };
  expect((await store.reports.dashboard(oneDay)).stepMs).toBe(15 * minute);
  const ofDevice = await store.reports.dashboard({ ...oneDay, device: 'mobile' });
  expect(ofDevice).toMatchObject({ stepMs: hour, countedFromMs: { figures: null } });
  await expectTrue(store, { ...oneDay, device: 'mobile' });
  const short = { toMs: firstDay + day - 1, device: 'mobile' };
  const cut = await store.reports.dashboard({ ...manyTime, ...short });
  expect(cut.totals.playbacks).toBeLessThanOrEqual(5);
  expect(cut.countedFromMs.figures).toBeGreaterThan(firstDay + 18 * hour);
});
