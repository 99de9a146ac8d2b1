import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type {
  AcceptedBatch,
  EventStore,
  EventToStore,
} from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/reports.ts';
import { startReportThread } from '../../../../server/store/reports/start-report-thread.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { createRandom } from '../../../support/create-random.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { outcomes } from './tell-playbacks.ts';

const minute = 60_000;
const all: ReportFilter = {
  fromMs: 0,
  toMs: 10 * minute,
  videoId: null,
  host: null,
  browser: null,
};
const sidOf = (name: string) => `document-${name}`.padEnd(16, '0');

function event(seq: number, name: string, payload: unknown): EventToStore {
  return { seq, name, eventTimeMs: 1, contextJson: '{}', payloadJson: JSON.stringify(payload) };
}
const loaded = (seq: number, loaderUrl: string, isFramed = true) =>
  event(seq, 'embed_loaded', { videoId: 'a', isFramed, loaderUrl });
const begun = (seq: number, cpn: string, videoId = 'video-a') =>
  event(seq, 'video_stats.playback', { videoId, cpn });
const summary = (
  seq: number,
  cpn: string,
  changes: Partial<QoeSummary> = {},
  videoId = 'video-a',
) => event(seq, qoeEventName, { videoId, cpn, ...goodSummary, ...changes });

const send = (
  store: EventStore,
  sid: string,
  events: EventToStore[],
  changes: Partial<AcceptedBatch> = {},
) => store.insertBatch(storeBatch([], { sid: sidOf(sid), events, ...changes }));

/** The migration step that made the tables of the reports. */
const versionBefore = 7;

test('a store that was filled before the reports existed has the same playback figures after the upgrade', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const first = openSqliteFile(file);
  await fill(first);
  const before = await first.reports.dashboard(all);
  await first.close();
  const old = new DatabaseSync(file);
  for (const table of ['documents', 'playbacks', 'intake_minutes', 'store_clock'])
    old.exec(`DROP TABLE ${table}`);
  old.exec('ALTER TABLE viewers DROP COLUMN seen_ms; ALTER TABLE viewers DROP COLUMN bytes');
  old.exec('ALTER TABLE totals DROP COLUMN viewer_bytes');
  old.exec(`DROP INDEX lost_events; PRAGMA user_version = ${versionBefore}`);
  old.close();
  const { browsers, intake, ...after } = await openSqliteFile(file).reports.dashboard(all);
  const { browsers: known, intake: counted, ...same } = before;
  expect(after).toEqual(same);
  // The browser and the refused events were not recorded then.
  expect(known.length).toBeGreaterThan(1);
  expect(browsers).toEqual([
    expect.objectContaining({ name: '', playbacks: same.totals.playbacks }),
  ]);
  const told = ({ atMs, events, malformedSummaries }: (typeof intake)[number]) => [
    atMs,
    events,
    malformedSummaries,
  ];
  const withEvents = counted.filter(({ events }) => events > 0);
  expect(intake.map(told)).toEqual(withEvents.map(told));
});

test('without events a report is empty and says so', async () => {
  const { totals, startMs, steps, intake, videos } = await (await openStore()).reports.dashboard(
    all,
  );
  expect(totals).toMatchObject({ playbacks: 0, played: 0, rebufferMs: 0, watchedMs: 0 });
  expect(startMs).toMatchObject({ count: 0, median: null, p95: null });
  expect([steps, intake, videos]).toEqual([[], [], []]);
});

test('the summary with the highest number counts for a playback, in any order of arrival', async () => {
  const store = await openStore();
  await send(store, 'a', [summary(7, 'p', { startMs: 900 })]);
  // It was hidden before it started; this came late, by a stored beacon.
  await send(store, 'a', [summary(3, 'p', outcomes.exit), begun(2, 'p')], {
    receivedMs: 2 * minute,
  });
  const { totals, startMs, steps } = await store.reports.dashboard(all);
  expect(totals).toMatchObject({ playbacks: 1, played: 1, summaries: 1, exitsBeforeStart: 0 });
  expect(startMs.median).toBe(900);
  // It belongs to the time of its first event.
  expect(steps.map(({ atMs }) => atMs)).toEqual([0]);
});

test('an event under a stored number is not reported, whatever it contains', async () => {
  const store = await openStore();
  await send(store, 'a', [summary(1, 'p'), event(2, 'other', {})]);
  await send(store, 'a', [summary(1, 'p', outcomes.failedMid), summary(2, 'q', outcomes.exit)]);
  // The first of two in one batch is stored.
  await send(store, 'a', [event(3, 'other', {}), summary(3, 'r')]);
  expect((await store.reports.dashboard(all)).totals).toMatchObject({
    playbacks: 1,
    failuresMidStream: 0,
    exitsBeforeStart: 0,
  });
});

test('a malformed summary is counted once, and the rest of its batch is kept', async () => {
  const store = await openStore();
  const events = [
    summary(1, 'p', { startMs: -1 }),
    summary(2, ''),
    summary(3, 'q'),
    begun(4, 'x'.repeat(65)),
  ];
  await send(store, 'a', events);
  await send(store, 'a', events);
  const { totals, intake } = await store.reports.dashboard(all);
  expect(totals.playbacks).toBe(1);
  expect(intake).toMatchObject([{ malformedSummaries: 2, events: 4, duplicates: 4, batches: 2 }]);
});

test('the host is the origin of the page, also when it arrives after the playback; its path is not stored', async () => {
  const store = await openStore();
  await send(store, 'late', [summary(2, 'p')], { browser: 'Firefox' });
  await send(store, 'late', [loaded(1, 'https://news.example/who?reads=this')], {
    browser: 'Firefox',
  });
  await send(store, 'direct', [loaded(1, '', false), begun(2, 'p')]);
  await send(store, 'hidden', [loaded(1, ''), begun(2, 'p')]);
  await send(store, 'odd', [loaded(1, 'javascript:alert(1)'), begun(2, 'p')]);
  const { hosts, browsers } = await store.reports.dashboard(all);
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

/**
 * Documents and playbacks of every kind, in batches that come late, twice, and mixed: each after
 * the answer to the one before, or all at once, many of which share a transaction then.
 */
interface FillOptions {
  order?: 'in turn' | 'at once';
  /** Awaited after each document. */
  afterDocument?: (n: number) => Promise<void> | undefined;
}

async function fill(
  store: EventStore,
  { order = 'in turn', afterDocument = () => undefined }: FillOptions = {},
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const kinds = Object.values(outcomes);
  for (let n = 0; n < 120; n++) {
    const sid = sidOf(String(1_000 + n));
    const browser = pick(['Chrome', 'Firefox', 'Safari']);
    const videoId = pick(['video-a', 'video-b']);
    const events: EventToStore[] = [
      loaded(1, pick(['https://a.example/x', 'https://b.example/y', ''])),
    ];
    for (let p = 0; p < 3; p++) {
      const told = { ...pick(kinds) } as Partial<QoeSummary>;
      if (told.startMs === undefined) told.startMs = Math.round(random() * 4_000);
      if (told.watchedMs === undefined) events.push(begun(events.length + 1, `c${p}`, videoId));
      // Some pages were killed.
      if (random() < 0.8) events.push(summary(events.length + 1, `c${p}`, told, videoId));
      if (random() < 0.1) events.push(event(events.length + 1, qoeEventName, { cpn: 'odd' }));
    }
    const cut = Math.floor(random() * events.length);
    const batches = [events.slice(cut), events.slice(0, cut), ...(random() < 0.5 ? [events] : [])];
    for (const part of batches) {
      const receivedMs = Math.floor(random() * 9 * minute);
      const batch = storeBatch([], { sid, browser, receivedMs, events: part, rejectedSeqs: [99] });
      sent.push(store.insertBatch(batch));
      if (order === 'in turn') await sent.at(-1);
    }
    await afterDocument(n);
  }
  await Promise.all(sent);
  await store.countRefusedBatch(11, minute);
}

interface Raw {
  videoId: string;
  host: string;
  receivedMs: number;
  isBegun: boolean;
  summary: QoeSummary | null;
  seq: number;
}

/** The playbacks computed from the stored events, independently of the reports. */
async function playbacksOf(store: EventStore): Promise<Raw[]> {
  const stored = await store.events.after(0, 100_000);
  const found = new Map<string, Raw>();
  const hosts = new Map<string, string>();
  for (const { sid, seq, name, payload, receivedMs } of stored) {
    const told = payload as Record<string, unknown> & {
      cpn: string;
      videoId: string;
      loaderUrl: string;
    };
    if (name === 'embed_loaded')
      hosts.set(sid, told.loaderUrl === '' ? '' : new URL(told.loaderUrl).origin);
    if (name === 'embed_loaded' || told.cpn === 'odd') continue;
    const key = `${sid} ${told.cpn}`;
    const raw = found.get(key) ?? {
      videoId: told.videoId,
      host: sid,
      receivedMs,
      isBegun: false,
      summary: null,
      seq: 0,
    };
    if (name === qoeEventName && seq > raw.seq) {
      raw.summary = told as unknown as QoeSummary;
      raw.seq = seq;
    } else raw.isBegun = true;
    found.set(key, raw);
  }
  return [...found.values()].map((raw) => ({ ...raw, host: hosts.get(raw.host) ?? '' }));
}

const filters: Partial<ReportFilter>[] = [
  {},
  { videoId: 'video-a' },
  { host: 'https://b.example' },
  { host: '' },
  { fromMs: 2 * minute, toMs: 5 * minute },
  { videoId: 'video-b', host: 'https://a.example', fromMs: minute },
  { videoId: 'none' },
];

test.each(['in turn', 'at once'] as const)(
  'every figure agrees with the stored events, with each filter, for late, repeated and malformed events, %s [feature-figures]',
  async (order) => {
    const store = await openStore();
    await fill(store, { order });
    const raw = await playbacksOf(store);
    expect(raw.length).toBeGreaterThan(300);
    for (const changes of filters) {
      const filter = { ...all, ...changes };
      const mine = raw.filter(
        ({ videoId, host, receivedMs }) =>
          receivedMs >= filter.fromMs &&
          receivedMs < filter.toMs &&
          (filter.videoId === null || videoId === filter.videoId) &&
          (filter.host === null || host === filter.host),
      );
      const summaries = mine.flatMap((one) => (one.summary === null ? [] : [one.summary]));
      const count = (is: (one: QoeSummary) => boolean) => summaries.filter(is).length;
      const sum = (of: (one: QoeSummary) => number) =>
        summaries.reduce((total, one) => total + of(one), 0);
      const starts = summaries.flatMap(({ startMs }) => (startMs === null ? [] : [startMs]));
      const percents = summaries.flatMap(({ rebufferPercent }) =>
        rebufferPercent === null ? [] : [rebufferPercent],
      );
      const report = await store.reports.dashboard(filter);
      const played = mine.filter((one) => one.isBegun || (one.summary?.watchedMs ?? 0) > 0).length;
      expect(report.totals, JSON.stringify(changes)).toEqual({
        playbacks: mine.length,
        played,
        summaries: summaries.length,
        exitsBeforeStart: count(({ isExitBeforeStart }) => isExitBeforeStart),
        autoplaysBlocked: count(({ isAutoplayBlocked }) => isAutoplayBlocked),
        failuresBeforeStart: count(({ failure }) => failure === 'before_start'),
        failuresMidStream: count(({ failure }) => failure === 'mid_stream'),
        rebuffered: count(({ rebufferCount }) => rebufferCount > 0),
        rebufferCount: sum(({ rebufferCount }) => rebufferCount),
        rebufferMs: sum(({ rebufferMs }) => rebufferMs),
        watchedMs: sum(({ watchedMs }) => watchedMs),
      });
      for (const [spread, values] of [
        [report.startMs, starts],
        [report.rebufferPercent, percents],
      ] as const) {
        expect(spread).toMatchObject({
          count: values.length,
          median: quantile(values, 0.5),
          p95: quantile(values, 0.95),
        });
        let before = Number.NEGATIVE_INFINITY;
        for (const { below, count } of spread.bars) {
          const end = below ?? Number.POSITIVE_INFINITY;
          expect(count).toBe(values.filter((value) => value >= before && value < end).length);
          before = end;
        }
      }
      // Steps and groups are the same playbacks, divided differently.
      for (const piles of [report.steps, report.videos, report.browsers, report.hosts] as const) {
        const isFiltered = changes.videoId !== undefined || changes.host !== undefined;
        if (isFiltered && piles !== report.steps) continue;
        expect(piles.reduce((total, pile) => total + pile.playbacks, 0)).toBe(mine.length);
        expect(piles.reduce((total, pile) => total + pile.played, 0)).toBe(played);
      }
      for (const { atMs, medianStartMs, playbacks } of report.steps) {
        const within = mine.filter(
          (one) => Math.floor(one.receivedMs / report.stepMs) * report.stepMs === atMs,
        );
        expect(playbacks).toBe(within.length);
        const startsWithin = within.flatMap(({ summary }) => summary?.startMs ?? []);
        expect(medianStartMs).toBe(quantile(startsWithin, 0.5));
      }
    }
  },
);

test('the intake’s figures by the minute add up to the store’s totals; created is stored, refused and missing', async () => {
  const store = await openStore();
  await fill(store);
  const { intake } = await store.reports.dashboard(all);
  const total = (name: keyof (typeof intake)[number]) =>
    intake.reduce((sum, step) => sum + step[name], 0);
  const summary = await store.summary();
  expect({
    events: total('events'),
    batches: total('batches'),
    duplicates: total('duplicates'),
    rejected: total('rejected'),
    bytes: total('bytes'),
  }).toEqual({
    events: summary.events,
    batches: summary.batches,
    duplicates: summary.duplicates,
    rejected: summary.rejected,
    bytes: summary.bytes,
  });
  const holes = await store.gaps.after(0, 10_000);
  const { accounting } = await store.reports.dashboard(all);
  expect(accounting).toMatchObject({
    stored: summary.events,
    missing: holes.reduce((sum, { missing }) => sum + missing, 0),
    documents: 120,
    documentsWithHoles: holes.length,
  });
  const highest = holes.reduce((sum, { highestSeq }) => sum + highestSeq, 0);
  expect(accounting.created).toBe(highest);
  expect(accounting.created).toBe(accounting.stored + accounting.rejected + accounting.missing);
});

test('the figures of a report agree with each other while events arrive [feature-figures]', async () => {
  const store = await openStore();
  let isFilling = true;
  let reported = Promise.withResolvers<void>();
  // Every twentieth document waits for a report, so that several reports fall between events.
  const filled = fill(store, {
    afterDocument: (n) => (n % 20 === 0 ? reported.promise : undefined),
  }).finally(() => {
    isFilling = false;
  });
  let count = 0;
  while (isFilling) {
    const { totals, steps, videos, intake, accounting } = await store.reports.dashboard(all);
    const sum = (of: readonly { playbacks: number }[]) =>
      of.reduce((all, { playbacks }) => all + playbacks, 0);
    expect([sum(steps), sum(videos)]).toEqual([totals.playbacks, totals.playbacks]);
    expect(intake.reduce((all, { events }) => all + events, 0)).toBe(accounting.stored);
    count += 1;
    reported.resolve();
    reported = Promise.withResolvers();
  }
  await filled;
  expect(count).toBeGreaterThan(5);
});

test('dropped events that pages report are summed up by reason', async () => {
  const store = await openStore();
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
  expect((await store.reports.dashboard(all)).accounting.reportedLost).toEqual([
    { reason: 'quota', count: 4 },
    { reason: 'expired', count: 2 },
  ]);
});

test('the rows of an export are the playbacks that the report counts, each once', async () => {
  const store = await openStore();
  await fill(store);
  const filter = { ...all, videoId: 'video-b' };
  const { totals } = await store.reports.dashboard(filter);
  const first = await store.reports.playbackRows(filter, 0, 10);
  const rest = await store.reports.playbackRows(filter, first.at(-1)?.row ?? 0, 10_000);
  const rows = [...first, ...rest];
  expect(new Set(rows.map(({ sid, cpn }) => `${sid} ${cpn}`)).size).toBe(totals.playbacks);
  expect(rows.filter(({ hasPlayed }) => hasPlayed)).toHaveLength(totals.played);
  expect(rows.every(({ videoId }) => videoId === 'video-b')).toBe(true);
});

test('a store that closes refuses later reports, and leaves none open', async () => {
  const store = openSqliteFile(join(tempDirectory(), 'events.sqlite'));
  const asked = store.reports.dashboard(all).then(
    () => 'answered',
    (error) => error.message,
  );
  const closed = store.close();
  await expect(store.reports.dashboard(all)).rejects.toThrow(/server is stopping/);
  await closed;
  expect(await asked).toMatch(/answered|server is stopping/);
});

test('the reports’ thread ends when it is closed: it refuses later requests, and leaves nothing open', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  await openSqliteFile(file).close();
  const { close, dashboard, overview } = startReportThread(file);
  await overview(all);
  const asked = dashboard(all).then(
    () => 'answered',
    (error) => error.message,
  );
  await close();
  expect(await asked).toMatch(/answered|the store is closed/);
  await expect(overview(all)).rejects.toThrow(/the store is closed/);
});

test('invented values break neither sums nor their batch', async () => {
  const store = await openStore();
  const events = [
    summary(1, 'huge', { watchedMs: 1e308 }),
    summary(2, 'long', { rebufferMs: 1e300 }),
    summary(3, 'nul\0'),
    summary(4, 'error', { failure: 'mid_stream', errorName: 'a\0b' }),
    summary(5, 'video', {}, 'v\0'),
    summary(6, 'good'),
  ];
  expect(await send(store, 'a', events)).toMatchObject({ ok: true, value: { accepted: 6 } });
  const { totals, intake, videos } = await store.reports.dashboard(all);
  expect(totals).toMatchObject({ playbacks: 2, watchedMs: 20_000 });
  expect(intake).toMatchObject([{ malformedSummaries: 4 }]);
  expect(videos.map(({ name }) => name)).toEqual(['', 'video-a']);
});

test('a document that expires removes its playbacks', async () => {
  const store = await openStore();
  const day = 86_400_000;
  await send(store, 'old', [loaded(1, ''), summary(2, 'p')], { receivedMs: day });
  await send(store, 'new', [loaded(1, ''), summary(2, 'p')], { receivedMs: 9 * day });
  await store.maintain({ nowMs: 10 * day, trustDateMs: 10 * day, keepDays: 5 });
  const { totals, intake } = await store.reports.dashboard({ ...all, toMs: 20 * day });
  expect(totals.playbacks).toBe(1);
  expect(intake).toHaveLength(1);
});
