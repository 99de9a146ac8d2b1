import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { openStore, type StorePlace, storePlace } from '../support/store-place.ts';
import { foldAll } from './many-playbacks.ts';
import { fillStore, wholeTime } from './playback-events.ts';

/** The report without the list that depends on the order of rows. */
async function reportOf(store: EventStore) {
  const { latest, ...report } = await store.reports.dashboard(wholeTime);
  expect(latest.length).toBeGreaterThan(0);
  return report;
}

/** Counts by the stored sums, and by the playbacks themselves. */
async function countsIn({ sql }: StorePlace) {
  const [summed] = await sql(
    "SELECT sum(playbacks) AS playbacks, sum(played) AS played, sum(failed) AS failed FROM playback_sums WHERE kind = 'all' AND span_ms = 60000",
  );
  const [counted] = await sql(
    `SELECT count(*) AS playbacks,
      sum(CASE WHEN is_begun = 1 OR watched_ms > 0 THEN 1 ELSE 0 END) AS played,
      sum(CASE WHEN failure IS NOT NULL THEN 1 ELSE 0 END) AS failed
    FROM playbacks`,
  );
  const numbers = (row: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  return { summed: numbers(summed), counted: numbers(counted) };
}

test('reports whose tables were lost or changed are computed again from the events', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  await fillStore(store);
  await foldAll(store);
  const before = await reportOf(store);
  await place.sql("DELETE FROM playbacks WHERE cpn = 'c1'");
  await place.sql('UPDATE playbacks SET watched_ms = 1, received_ms = 5');
  await place.sql("UPDATE documents SET host = 'https://wrong.example'");
  await place.sql('DELETE FROM playback_sums');
  expect(await reportOf(store)).not.toEqual(before);

  const progress: number[] = [];
  const rebuilt = await store.rebuildReports({ onProgress: (part) => progress.push(part) });
  expect(rebuilt).toEqual({
    ok: true,
    value: { documents: 120, playbacks: before.totals.playbacks },
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
  const store = await openStore(place);
  const other = await openStore(place);
  const rebuildAgain = async () => {
    for (let n = 0; n < 3; n++) expect(await store.rebuildReports()).toMatchObject({ ok: true });
  };
  await Promise.all([fillStore(store, { order: 'at once' }), rebuildAgain(), foldAll(store)]);
  await foldAll(store);
  const { summed, counted } = await countsIn(place);
  expect(counted.playbacks).toBeGreaterThan(100);
  expect(summed).toEqual(counted);
  const report = await reportOf(store);
  await other.rebuildReports();
  expect(await reportOf(store)).toEqual(report);
});

test('a rebuild that is stopped leaves the reports as they were', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  await fillStore(store);
  const before = await reportOf(store);
  const stopping = new AbortController();
  const stopped = await store.rebuildReports({
    onProgress: () => stopping.abort(),
    signal: stopping.signal,
  });
  expect(stopped).toEqual({ ok: true, value: null });
  expect(await reportOf(store)).toEqual(before);
});
