import { expect, test } from 'vitest';
import type {
  AcceptedBatch,
  EventStore,
  EventToStore,
} from '../../../../server/store/event-store.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread } from '../support/store-place.ts';
import { begun, event, loaded, minute, sidOf, summary, wholeTime } from './playback-events.ts';
import { outcomes } from './playback-outcomes.ts';

const storeEvents = (
  store: EventStore,
  sid: string,
  events: EventToStore[],
  changes: Partial<AcceptedBatch> = {},
) => store.insertBatch(storeBatch([], { sid: sidOf(sid), events, ...changes }));

test('without events a report is empty and says so', async () => {
  const { totals, startMs, steps, intake, videos } = await (
    await openWithoutThread()
  ).reports.dashboard(wholeTime);
  expect(totals).toMatchObject({ playbacks: 0, played: 0, rebufferMs: 0, watchedMs: 0 });
  expect(startMs).toMatchObject({ count: 0, median: null, p95: null });
  expect([steps, intake, videos]).toEqual([[], [], []]);
});

test('the summary with the highest number counts for a playback, in any order of arrival', async () => {
  const store = await openWithoutThread();
  await storeEvents(store, 'a', [summary(7, 'p', { startMs: 900 })]);
  // It was hidden before it started; this came late, by a stored beacon.
  await storeEvents(store, 'a', [summary(3, 'p', outcomes.exit), begun(2, 'p')], {
    receivedMs: 2 * minute,
  });
  const { totals, startMs, steps } = await store.reports.dashboard(wholeTime);
  expect(totals).toMatchObject({ playbacks: 1, played: 1, summaries: 1, exitsBeforeStart: 0 });
  expect(startMs.median).toBe(900);
  // It belongs to the time of its first event.
  expect(steps.map(({ atMs }) => atMs)).toEqual([0]);
});

test('an event under a stored number is not reported, whatever it contains', async () => {
  const store = await openWithoutThread();
  await storeEvents(store, 'a', [summary(1, 'p'), event(2, 'other', {})]);
  await storeEvents(store, 'a', [
    summary(1, 'p', outcomes.failedMid),
    summary(2, 'q', outcomes.exit),
  ]);
  // The first of two in one batch is stored.
  await storeEvents(store, 'a', [event(3, 'other', {}), summary(3, 'r')]);
  expect((await store.reports.dashboard(wholeTime)).totals).toMatchObject({
    playbacks: 1,
    failuresMidStream: 0,
    exitsBeforeStart: 0,
  });
});

test('a malformed summary is counted once, and the rest of its batch is kept', async () => {
  const store = await openWithoutThread();
  const events = [
    summary(1, 'p', { startMs: -1 }),
    summary(2, ''),
    summary(3, 'q'),
    begun(4, 'x'.repeat(65)),
  ];
  await storeEvents(store, 'a', events);
  await storeEvents(store, 'a', events);
  const { totals, intake } = await store.reports.dashboard(wholeTime);
  expect(totals.playbacks).toBe(1);
  expect(intake).toMatchObject([{ malformedSummaries: 2, events: 4, duplicates: 4, batches: 2 }]);
});

test('the host is the origin of the page, also when it arrives after the playback; its path is not stored', async () => {
  const store = await openWithoutThread();
  await storeEvents(store, 'late', [summary(2, 'p')], { browser: 'Firefox' });
  await storeEvents(store, 'late', [loaded(1, 'https://news.example/who?reads=this')], {
    browser: 'Firefox',
  });
  // A document has one page; a sender that names another changes nothing.
  await storeEvents(store, 'late', [loaded(3, 'https://other.example/')]);
  await storeEvents(store, 'direct', [loaded(1, '', false), begun(2, 'p')]);
  await storeEvents(store, 'hidden', [loaded(1, ''), begun(2, 'p')]);
  await storeEvents(store, 'odd', [loaded(1, 'javascript:alert(1)'), begun(2, 'p')]);
  const { hosts, browsers } = await store.reports.dashboard(wholeTime);
  expect(hosts.map(({ name, playbacks }) => [name, playbacks])).toEqual([
    ['', 2],
    ['direct', 1],
    ['https://news.example', 1],
  ]);
  expect(browsers.map(({ name, playbacks }) => [name, playbacks])).toEqual([
    ['', 3],
    ['Firefox', 1],
  ]);
});

test('dropped events that pages report are summed up by reason', async () => {
  const store = await openWithoutThread();
  const entries = [
    { reason: 'quota', count: 3, isOwn: true },
    { reason: 'expired', count: 2, isOwn: false },
    { reason: 'quota', count: 1, isOwn: true },
    { reason: 5, count: 'many' },
  ].map((fields, n) => ({ n, kind: 'events_lost', timeMs: 1, fieldsJson: JSON.stringify(fields) }));
  entries.push({ n: 9, kind: 'other', timeMs: 1, fieldsJson: '{"reason":"quota","count":100}' });
  await store.insertProviderLog({
    sid: sidOf('a'),
    receivedMs: 1,
    droppedCount: 0,
    contextJson: '{}',
    entries,
  });
  expect((await store.reports.dashboard(wholeTime)).accounting.reportedLost).toEqual([
    { reason: 'quota', count: 4 },
    { reason: 'expired', count: 2 },
  ]);
});

test('invented values break neither sums nor their batch', async () => {
  const store = await openWithoutThread();
  const events = [
    summary(1, 'huge', { watchedMs: 1e308 }),
    summary(2, 'long', { rebufferMs: 1e300 }),
    summary(3, 'nul\0'),
    summary(4, 'error', { failure: 'mid_stream', errorName: 'a\0b' }),
    summary(5, 'video', {}, 'v\0'),
    summary(6, 'good'),
  ];
  expect(await storeEvents(store, 'a', events)).toMatchObject({ ok: true, value: { accepted: 6 } });
  const { totals, intake, videos } = await store.reports.dashboard(wholeTime);
  expect(totals).toMatchObject({ playbacks: 2, watchedMs: 20_000 });
  expect(intake).toMatchObject([{ malformedSummaries: 4 }]);
  expect(videos.map(({ name }) => name)).toEqual(['', 'video-a']);
});

test('a document that expires removes its playbacks', async () => {
  const store = await openWithoutThread();
  const day = 86_400_000;
  await storeEvents(store, 'old', [loaded(1, ''), summary(2, 'p')], { receivedMs: day });
  await storeEvents(store, 'new', [loaded(1, ''), summary(2, 'p')], { receivedMs: 9 * day });
  await store.maintain({ nowMs: 10 * day, trustDateMs: 10 * day, keepDays: 5 });
  const { totals, intake } = await store.reports.dashboard({ ...wholeTime, toMs: 20 * day });
  expect(totals.playbacks).toBe(1);
  expect(intake).toHaveLength(1);
});
