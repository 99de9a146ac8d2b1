import { expect, test } from 'vitest';
import { reportLimits } from '../../../../server/store/reports/report-limits.ts';
import { copyingProcess, memoryPlace } from '../support/copy-process.ts';
import { storeBatch } from '../support/store-batches.ts';
import {
  openStore,
  openWithoutThread,
  type StorePlace,
  storePlace,
} from '../support/store-place.ts';
import { foldAll } from './many-playbacks.ts';
import { begun, fillStore, sidOf, wholeTime } from './playback-events.ts';
import { countsIn, documents, reportOf } from './rebuilt-reports.ts';

/** Events of any time may leave. */
const ever = Number.MAX_SAFE_INTEGER;

/** A store whose events leave for a place in memory. */
async function openArchiving(place: StorePlace) {
  const to = memoryPlace();
  const options = { ...place.options, archive: to.archive };
  const store = await openStore({ options });
  return { store, to, ...copyingProcess(store, to) };
}

test('documents of which events have left the store keep their reports if nothing says where these are', async () => {
  const place = await storePlace();
  const { store, step, archiveStep } = await openArchiving(place);
  await fillStore(store, { documents });
  await step();
  const before = await reportOf(store);
  const [first] = await store.events.after(0, 1);
  await archiveStep((first?.receivedMs ?? 0) + 1, { nowMs: wholeTime.toMs });
  const rebuilt = await (await openWithoutThread(place)).rebuildReports();
  expect(rebuilt).toMatchObject({ ok: true, value: { kept: expect.any(Number) } });
  const { documents: again = 0, kept = 0 } = (rebuilt.ok ? rebuilt.value : null) ?? {};
  expect(kept).toBeGreaterThan(0);
  expect(again).toBeGreaterThan(0);
  expect(again + kept).toBe(documents);
  expect(await reportOf(store)).toEqual(before);
});

test('reports are computed again from events that have left the store, all of them or some', async () => {
  const place = await storePlace();
  const { store, step, archiveStep } = await openArchiving(place);
  const storedCount = async () => {
    const [counted] = await place.sql('SELECT count(*) AS count FROM events');
    return Number(counted?.count);
  };
  await fillStore(store, { documents });
  await step();
  const before = await reportOf(store);
  const events = await store.events.after(0, 10_000);
  expect(await storedCount()).toBe(events.length);
  for (const leaving of [Math.floor(events.length / 2), events.length]) {
    await archiveStep(ever, { upToRow: events[leaving - 1]?.row ?? 0 });
    expect(await storedCount()).toBe(events.length - leaving);
    await place.sql('UPDATE playbacks SET watched_ms = 1, received_ms = 5');
    await place.sql("UPDATE documents SET host = 'https://wrong.example'");
    await place.sql('DELETE FROM field_reports');
    await place.sql('DELETE FROM viewings');
    expect(await reportOf(store)).not.toEqual(before);
    expect(await store.rebuildReports()).toMatchObject({ value: { documents, kept: 0 } });
    expect(await reportOf(store)).toEqual(before);
  }
});

test('a document with more events in the archive than are read at a time is rebuilt whole', async () => {
  const place = await storePlace();
  const { store, step, archiveStep } = await openArchiving(place);
  const count = reportLimits.rebuiltEventsCount + 10;
  const events = Array.from({ length: count }, (_, n) => begun(n + 1, `c${n}`));
  await store.insertBatch(storeBatch([], { sid: sidOf('1'), events }));
  await step();
  // A step removes some hundreds.
  while ((await place.sql('SELECT seq FROM events')).length > 0) await archiveStep(ever);
  await place.sql('DELETE FROM playbacks');
  expect(await store.rebuildReports()).toMatchObject({ value: { playbacks: count, kept: 0 } });
});

test('events that leave the store during a rebuild are in the reports once', async () => {
  const place = await storePlace();
  const { store, to, step, archiveStep } = await openArchiving(place);
  await fillStore(store, { documents });
  await step();
  const before = await reportOf(store);
  const events = await store.events.after(0, 10_000);
  await archiveStep(ever, { upToRow: events[Math.floor(events.length / 2)]?.row ?? 0 });
  const { ofDocuments } = to.archive;
  let asked = 0;
  to.archive.ofDocuments = async (wanted) => {
    const read = await ofDocuments(wanted);
    // After the events were read, and before their documents are computed.
    if (asked++ === 0) await archiveStep(ever);
    return read;
  };
  await place.sql('UPDATE playbacks SET watched_ms = 1');
  expect(await store.rebuildReports()).toMatchObject({ value: { documents, kept: 0 } });
  expect(asked).toBeGreaterThan(2);
  expect(await reportOf(store)).toEqual(before);
});

test('a rebuild ends with the reason while the archive cannot be read, and playbacks and sums agree', async () => {
  const place = await storePlace();
  const { store, step, archiveStep, refuse } = await openArchiving(place);
  await fillStore(store, { documents });
  await foldAll(store);
  await step();
  await archiveStep(ever);
  const before = await reportOf(store);
  refuse('ClickHouse is away');
  expect(await store.rebuildReports()).toMatchObject({
    ok: false,
    error: { code: 'STORE_AWAY', message: expect.stringContaining('ClickHouse is away') },
  });
  expect(await reportOf(store)).toEqual(before);
  const { summed, counted } = await countsIn(place);
  expect(summed).toEqual(counted);
});
