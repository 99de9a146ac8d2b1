import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { begun, event, loaded, wholeTime } from './playback-events.ts';

const hour = 3_600_000;
const day = 24 * hour;
const allTime: ReportFilter = { ...wholeTime, toMs: 100_000 * day };

interface PageLoad {
  n: number;
  /** Numbers that arrive; the first two say where it is, and what plays. */
  seqs: readonly number[];
  rejectedSeqs?: readonly number[];
  host?: string;
  video?: string;
  receivedMs?: number;
}

async function storeLoad(store: EventStore, load: PageLoad): Promise<void> {
  const { n, seqs, rejectedSeqs = [], host = 'https://a.example', video = 'video-a' } = load;
  const { receivedMs = 5 } = load;
  const events = seqs.map((seq) => {
    if (seq === 1) return loaded(1, `${host}/x`);
    return seq === 2 ? begun(2, `cpn${n}`, video) : event(seq, 'n', {});
  });
  const sid = datedSid(0, n);
  const batch = storeBatch([], { sid, receivedMs, browser: 'Chrome', events, rejectedSeqs });
  expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
}

const completenessOf = async (store: EventStore, filter: Partial<ReportFilter> = {}) =>
  (await store.reports.dashboard({ ...allTime, ...filter })).completeness;

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
      receivedMs: (n % 4) * hour + n,
    };
  });
  for (const load of loads) {
    // In two batches, of which the second fills gaps of the first.
    await storeLoad(store, { ...load, seqs: load.seqs.filter((seq) => seq <= 2 || seq % 2 === 0) });
    await storeLoad(store, { ...load, receivedMs: load.receivedMs + 2 * hour });
  }
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
  expect(await completenessOf(store, { fromMs: hour, toMs: 2 * hour })).toMatchObject(
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
  const { hosts } = await store.reports.dashboard(allTime);
  for (const { name, created, stored } of hosts)
    expect({ created, stored }).toEqual(
      (({ created, stored }) => ({ created, stored }))(
        countOf(loads.filter(({ host }) => host === name)),
      ),
    );
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

test('missing events are told apart: on their way, with an absent browser, gone with it, or dropped by it', async () => {
  const store = await openWithoutThread();
  const nowMs = Date.now();
  const gap = { seqs: [1, 2, 10] };
  await storeLoad(store, { n: 1, ...gap, receivedMs: nowMs - 1_000 });
  await storeLoad(store, { n: 2, ...gap, receivedMs: nowMs - hour });
  await storeLoad(store, { n: 3, ...gap, receivedMs: nowMs - 31 * day });
  const lost = (n: number, fields: Record<string, unknown>) => ({
    n,
    kind: 'events_lost',
    timeMs: 1,
    fieldsJson: JSON.stringify(fields),
  });
  await store.insertProviderLog({
    sid: datedSid(0, 2),
    receivedMs: nowMs,
    droppedCount: 0,
    contextJson: '{}',
    entries: [
      lost(1, { reason: 'quota', count: 3, isOwn: true, sendCount: null }),
      lost(2, { reason: 'rejected', count: 1, isOwn: true, sendCount: 2 }),
      // Events of a closed page, which this one has found.
      lost(3, { reason: 'storage', count: 2, isOwn: false, sendCount: null }),
      lost(4, { reason: 7, count: 'x', isOwn: true }),
    ],
  });
  const missingBy = {
    arriving: 7,
    away: 3,
    gone: 7,
    dropped: [
      { reason: 'quota', count: 3 },
      { reason: 'rejected', count: 1 },
    ],
  };
  expect((await completenessOf(store)).missingBy).toEqual(missingBy);
  // A page cannot have lost more than is missing.
  await store.insertProviderLog({
    sid: datedSid(0, 3),
    receivedMs: nowMs,
    droppedCount: 0,
    contextJson: '{}',
    entries: [lost(1, { reason: 'quota', count: 1e9, isOwn: true, sendCount: null })],
  });
  expect((await completenessOf(store)).missingBy).toMatchObject({
    gone: 0,
    dropped: [{ reason: 'quota', count: 10 }, { reason: 'rejected' }],
  });
});

test('of many playbacks the latest are looked at, and the answer says from when on', async () => {
  const store = await openWithoutThread(undefined, {
    countedCount: 10,
    waitingChangesCount: 10,
    addedCount: 10,
  });
  for (let n = 0; n < 20; n++)
    await storeLoad(store, { n, seqs: n < 10 ? [1, 2, 9] : [1, 2], receivedMs: 1_000 + n });
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
});
