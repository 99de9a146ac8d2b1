import { expect, test } from 'vitest';
import type { EventToStore } from '../../../../server/store/event-store.ts';
import { reportLimits } from '../../../../server/store/reports/report-limits.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { foldAll } from './many-playbacks.ts';
import { begun, fillStore, loaded, sidOf, summary } from './playback-events.ts';
import { countsIn, documents, reportOf } from './rebuilt-reports.ts';

test('reports whose tables were lost or changed are computed again from the events', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await fillStore(store, { documents });
  await foldAll(store);
  const before = await reportOf(store);
  await place.sql("DELETE FROM playbacks WHERE cpn = 'c1'");
  await place.sql('UPDATE playbacks SET watched_ms = 1, received_ms = 5');
  await place.sql("UPDATE documents SET host = 'https://wrong.example'");
  await place.sql('DELETE FROM playback_sums');
  await place.sql('DELETE FROM field_reports');
  await place.sql('DELETE FROM viewings');
  expect(before.audience.viewings).toBeGreaterThan(0);
  expect(await reportOf(store)).not.toEqual(before);

  const progress: number[] = [];
  const rebuilt = await store.rebuildReports({ onProgress: (part) => progress.push(part) });
  expect(rebuilt).toEqual({
    ok: true,
    value: { documents, playbacks: before.totals.playbacks, kept: 0 },
  });
  expect(progress.at(-1)).toBe(1);
  expect(await reportOf(store)).toEqual(before);
  await foldAll(store);
  const { summed, counted } = await countsIn(place);
  expect(summed).toEqual(counted);
  expect(await reportOf(store)).toEqual(before);
});

test('batches that arrive during a rebuild are in the reports once', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const other = await openWithoutThread(place);
  const rebuildAgain = async () => {
    for (let n = 0; n < 3; n++) expect(await store.rebuildReports()).toMatchObject({ ok: true });
  };
  await Promise.all([fillStore(store, { documents }), rebuildAgain(), foldAll(store)]);
  await foldAll(store);
  const { summed, counted } = await countsIn(place);
  expect(counted.playbacks).toBeGreaterThan(100);
  expect(summed).toEqual(counted);
  const report = await reportOf(store);
  await other.rebuildReports();
  expect(await reportOf(store)).toEqual(report);
});

test('a rebuild that is stopped leaves reports and sums that agree with the playbacks', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await fillStore(store, { documents });
  await foldAll(store);
  const before = await reportOf(store);
  await place.sql("UPDATE playbacks SET failure = 'wrong', is_begun = 1 WHERE cpn = 'c1'");
  await place.sql("DELETE FROM playbacks WHERE cpn = 'c2'");
  const damaged = await place.sql('SELECT count(*) AS count FROM playbacks');
  // Sums of what is stored now.
  await place.sql('DELETE FROM playback_sums_state');
  await foldAll(store);

  const stopping = new AbortController();
  const stopped = await store.rebuildReports({
    onProgress: () => stopping.abort(),
    signal: stopping.signal,
  });
  expect(stopped).toEqual({ ok: true, value: null });
  const mended = await place.sql('SELECT count(*) AS count FROM playbacks');
  expect(Number(mended[0]?.count)).toBeGreaterThan(Number(damaged[0]?.count));
  await foldAll(store);
  const { summed, counted } = await countsIn(place);
  expect(summed).toEqual(counted);

  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  expect(await reportOf(store)).toEqual(before);
});

test('a document with more events than are read at a time, which came in any order, is rebuilt whole', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const events: EventToStore[] = [];
  const pairsCount = 0.6 * reportLimits.rebuiltEventsCount;
  const firstCount = 1.5 * pairsCount;
  for (let n = 0; n < pairsCount; n++)
    events.push(begun(2 * n + 1, `c${n}`), summary(2 * n + 2, `c${n}`, { watchedMs: n }));
  const send = (part: EventToStore[], receivedMs: number) =>
    store.insertBatch(storeBatch([], { sid: sidOf('1'), events: part, receivedMs }));
  // The page last, and the second summary of a playback before the first.
  await send(
    [summary(5_000, 'c7', { watchedMs: 77 }, 'video-b'), ...events.slice(firstCount)],
    4_000,
  );
  await send(events.slice(0, firstCount), 2_000);
  await send([loaded(6_000, 'https://a.example/x')], 3_000);
  await foldAll(store);
  const before = await reportOf(store);
  expect(before.totals.playbacks).toBe(pairsCount);
  const rows = await place.sql('SELECT * FROM playbacks ORDER BY cpn');

  expect(await store.rebuildReports()).toMatchObject({ value: { playbacks: pairsCount } });
  const withoutRow = (all: typeof rows) => all.map(({ row: _, ...columns }) => columns);
  expect(withoutRow(await place.sql('SELECT * FROM playbacks ORDER BY cpn'))).toEqual(
    withoutRow(rows),
  );
  expect(await reportOf(store)).toEqual(before);
});

test('a damaged sum costs no report: all sums are added up again from the playbacks', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await fillStore(store, { documents });
  await foldAll(store);
  await place.sql("UPDATE playback_sums SET figures = '[[]]' WHERE kind = 'video'");
  await store.insertBatch(
    storeBatch([], { sid: sidOf('other'), receivedMs: 1, events: [begun(1, 'c1')] }),
  );
  await expect(foldAll(store)).rejects.toThrow('A stored sum of playbacks was damaged');
  await foldAll(store);
  const { summed, counted } = await countsIn(place);
  expect(summed).toEqual(counted);
});
