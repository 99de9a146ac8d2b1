import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { addReports } from '../../../../server/store/several/add-reports.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { completenessOf, day, hour, storeLoad } from './page-loads.ts';
import { begun, event, loaded } from './playback-events.ts';

const [a, b] = ['https://a.example', 'https://b.example'];

/** The first ten hours. */
const early = { toMs: 10 * hour };

const silenceOf = async (store: EventStore, filter = {}) =>
  (await completenessOf(store, { ...early, ...filter })).silence;

async function serve(store: EventStore, host: string, pages: number, atMs = 0): Promise<void> {
  expect(await store.countServedPages([{ hour_ms: atMs, host, pages }])).toMatchObject({
    ok: true,
  });
}

async function hear(store: EventStore, host: string, pages: number, from: number): Promise<void> {
  const loads = Array.from({ length: pages }, (_, n) => ({ n: from + n, seqs: [1, 2], host }));
  await Promise.all(loads.map((load) => storeLoad(store, load)));
}

/** A further playback of a page load. */
async function storePlayback(store: EventStore, n: number): Promise<void> {
  const events = [begun(7, `later-${n}`)];
  const batch = storeBatch([], { sid: datedSid(0, n), receivedMs: 9 * hour, events });
  expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
}

test('a host whose pages send nothing is marked, beside one whose pages do [feature-silent-players]', async () => {
  const store = await openWithoutThread();
  await serve(store, a, 60);
  await serve(store, b, 60);
  await hear(store, a, 50, 0);
  await hear(store, b, 59, 100);
  expect(await silenceOf(store)).toEqual({
    fromMs: 0,
    toMs: 10 * hour,
    hosts: [
      { host: a, served: 60, heard: 50, isMarked: false },
      { host: b, served: 60, heard: 59, isMarked: false },
    ],
  });
  await serve(store, a, 15);
  expect((await silenceOf(store))?.hosts).toEqual([
    { host: a, served: 75, heard: 50, isMarked: true },
    { host: b, served: 60, heard: 59, isMarked: false },
  ]);
  expect((await silenceOf(store, { host: a }))?.hosts).toMatchObject([{ host: a, isMarked: true }]);
  expect((await silenceOf(store, { host: b }))?.hosts).toMatchObject([
    { host: b, isMarked: false },
  ]);
  for (const other of [{ browser: 'Chrome' }, { videoId: 'video-a' }, { host: a, engine: '' }])
    expect(await silenceOf(store, other)).toBe(null);
});

test('served and heard pages of any time and host agree with an independent count', async () => {
  const place = await storePlace();
  const [store, other] = [await openWithoutThread(place), await openWithoutThread(place)];
  const random = createRandom(11);
  const hosts = [a, b, 'https://c.example:8443', 'http://xn--bcher-kva.example'];
  const pages = Array.from({ length: 300 }, (_, n) => ({
    n,
    host: hosts[Math.floor(random() ** 2 * hosts.length)] ?? a,
    hourOf: Math.floor(random() * 6),
    isHeard: random() > 0.3,
  }));
  for (const [index, { host, hourOf }] of pages.entries())
    await serve(index % 2 === 0 ? store : other, host, 1, hourOf * hour);
  for (const { n, host, hourOf, isHeard } of pages) {
    if (!isHeard) continue;
    const load = { n, host, receivedMs: hourOf * hour + 7 };
    // The first events of some come before the one that names the host, and an hour earlier.
    if (n % 5 !== 0) await storeLoad(store, { ...load, seqs: [1, 2, 3] });
    else {
      await storeLoad(other, { ...load, seqs: [2, 4] });
      await storeLoad(store, { ...load, seqs: [1], receivedMs: (hourOf + 1) * hour });
    }
    // Later and repeated events are of the same page.
    if (n % 3 === 0) await storeLoad(other, { ...load, seqs: [1, 2, 9] });
    if (n % 3 === 1) await storePlayback(store, n);
  }
  for (const [from, to] of [
    [0, 6],
    [2, 3],
    [0, 1],
    [3, 10],
  ] as const) {
    const own = pages.filter(({ hourOf }) => hourOf >= from && hourOf < to);
    const counted = [...Map.groupBy(own, ({ host }) => host)].map(([host, same]) => ({
      host,
      served: same.length,
      heard: same.filter(({ isHeard }) => isHeard).length,
      isMarked: false,
    }));
    const silence = await silenceOf(store, { fromMs: from * hour, toMs: to * hour });
    expect(silence?.hosts.toSorted((one, two) => (one.host < two.host ? -1 : 1))).toEqual(
      counted.toSorted((one, two) => (one.host < two.host ? -1 : 1)),
    );
  }
});

test('only whole hours whose players have had the time to send are compared', async () => {
  const store = await openWithoutThread();
  const nowHour = Math.floor(Date.now() / hour);
  const of = (fromMs: number, toMs: number) => silenceOf(store, { fromMs, toMs });
  expect(await of(hour * 1.5, hour * 3.9)).toMatchObject({ fromMs: 2 * hour, toMs: 3 * hour });
  expect(await of(hour * 1.5, hour * 2.9)).toBe(null);
  expect(await of(nowHour * hour, (nowHour + 9) * hour)).toBe(null);
  const beforeMs = Date.now();
  const latest = await of(0, (nowHour + 9) * hour);
  expect(latest?.toMs).toBeLessThanOrEqual(Date.now() - 600_000);
  expect(latest?.toMs).toBeGreaterThan(beforeMs - 600_000 - hour);
  // A year would be slow to add up, and hide the last week.
  expect(latest?.fromMs).toBe((latest?.toMs ?? 0) - 7 * day);
});

test('pages that were heard of but not counted as served hide silent ones, and add none', async () => {
  const store = await openWithoutThread();
  await serve(store, a, 60);
  await serve(store, b, 60);
  await hear(store, a, 65, 0);
  await hear(store, b, 60, 100);
  // Opened without a frame, in a frame without a name, and on a host that the server does not know.
  for (const [n, one] of [
    loaded(1, '', false),
    loaded(1, ''),
    loaded(1, 'https://elsewhere.example/'),
    event(1, 'n', {}),
  ].entries()) {
    const batch = storeBatch([], { sid: datedSid(0, 500 + n), receivedMs: 5, events: [one] });
    expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
  }
  await serve(store, '', 1_000);
  expect((await silenceOf(store))?.hosts).toEqual([
    { host: a, served: 60, heard: 60, isMarked: false },
    { host: b, served: 60, heard: 60, isMarked: false },
  ]);
});

test('pages of several stores are added: they are served in one, and heard of in any', async () => {
  const stores = [await openWithoutThread(), await openWithoutThread()];
  const [one, two] = stores;
  if (one === undefined || two === undefined) throw new Error('no stores');
  await serve(one, a, 100);
  await serve(one, b, 100);
  await hear(one, a, 10, 0);
  await hear(two, a, 20, 100);
  await hear(two, b, 98, 200);
  const several = addReports(() => stores.map(({ reports }) => reports));
  const both = { ...one, reports: { ...one.reports, ...several } };
  expect((await silenceOf(both))?.hosts).toEqual([
    { host: a, served: 100, heard: 30, isMarked: true },
    { host: b, served: 100, heard: 98, isMarked: false },
  ]);
});

test('the counts expire with the hours, and a rebuild of the reports keeps them', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const nowMs = Date.now();
  for (const [n, ago] of [3 * day, hour * 30].entries()) {
    const hour_ms = Math.floor((nowMs - ago) / hour) * hour;
    await serve(store, a, 7, hour_ms);
    await storeLoad(store, { n, seqs: [1, 2], host: a, receivedMs: nowMs - ago });
  }
  await store.maintain({ nowMs, keepDays: 2, monotonicMs: () => performance.now() });
  const rows = async () => [
    ...(await place.sql('SELECT pages FROM served_pages')),
    ...(await place.sql('SELECT pages FROM heard_pages')),
  ];
  expect((await rows()).map(({ pages }) => Number(pages))).toEqual([7, 1]);
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  expect((await rows()).map(({ pages }) => Number(pages))).toEqual([7, 1]);
  // Another event of the same page load is not another page.
  await storeLoad(store, { n: 1, seqs: [1, 2, 3], host: a, receivedMs: nowMs });
  expect((await rows()).map(({ pages }) => Number(pages))).toEqual([7, 1]);
});
