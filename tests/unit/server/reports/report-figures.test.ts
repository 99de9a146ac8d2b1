import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { openStore, openWithoutThread } from '../support/store-place.ts';
import { fillStore, minute, wholeTime } from './playback-events.ts';

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
    const reported = payload as Record<string, unknown> & {
      cpn?: string;
      videoId: string;
      loaderUrl: string;
    };
    if (name === 'embed_loaded')
      hosts.set(sid, reported.loaderUrl === '' ? '' : new URL(reported.loaderUrl).origin);
    if (reported.cpn === undefined || reported.cpn === 'odd') continue;
    if (name === 'video_stats.watchtime') continue;
    const key = `${sid} ${reported.cpn}`;
    const raw = found.get(key) ?? {
      videoId: reported.videoId,
      host: sid,
      receivedMs,
      isBegun: false,
      summary: null,
      seq: 0,
    };
    if (name === qoeEventName && seq > raw.seq) {
      raw.summary = reported as unknown as QoeSummary;
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

test.each([
  ['in turn', 30, openStore],
  ['at once', 60, openWithoutThread],
] as const)(
  'every figure agrees with the stored events, with each filter, for late, repeated and malformed events, %s [feature-figures]',
  async (order, documents, open) => {
    const store = await open();
    await fillStore(store, { documents, order });
    const raw = await playbacksOf(store);
    expect(raw.length).toBeGreaterThan(2.5 * documents);
    for (const changes of filters) {
      const filter = { ...wholeTime, ...changes };
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
        failuresBeforeStart: count(({ errorName }) => errorName === 'fmt.decode'),
        failuresMidStream: count(({ errorName }) => errorName === 'net.retryexhausted'),
        refusals: count(({ errorCode }) => errorCode === 150),
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
  const store = await openWithoutThread();
  await fillStore(store, { documents: 60 });
  const { intake } = await store.reports.dashboard(wholeTime);
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
  const { accounting } = await store.reports.dashboard(wholeTime);
  expect(accounting).toMatchObject({
    stored: summary.events,
    missing: holes.reduce((sum, { missing }) => sum + missing, 0),
    documents: 60,
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
  // Every fifth document waits for a report, so that several reports fall between events.
  const filled = fillStore(store, {
    documents: 40,
    order: 'in turn',
    afterDocument: (n) => (n % 5 === 0 ? reported.promise : undefined),
  }).finally(() => {
    isFilling = false;
  });
  let count = 0;
  while (isFilling) {
    const { totals, steps, videos, intake, accounting } = await store.reports.dashboard(wholeTime);
    const sum = (of: readonly { playbacks: number }[]) =>
      of.reduce((wholeTime, { playbacks }) => wholeTime + playbacks, 0);
    expect([sum(steps), sum(videos)]).toEqual([totals.playbacks, totals.playbacks]);
    expect(intake.reduce((wholeTime, { events }) => wholeTime + events, 0)).toBe(accounting.stored);
    count += 1;
    reported.resolve();
    reported = Promise.withResolvers();
  }
  await filled;
  expect(count).toBeGreaterThan(5);
});

test('the rows of an export are the playbacks that the report counts, each once', async () => {
  const store = await openWithoutThread();
  await fillStore(store, { documents: 60 });
  const filter = { ...wholeTime, videoId: 'video-b' };
  const { totals } = await store.reports.dashboard(filter);
  const first = await store.reports.playbackRows(filter, null, 10);
  const rest = await store.reports.playbackRows(filter, first.at(-1) ?? null, 10_000);
  const rows = [...first, ...rest];
  expect(new Set(rows.map(({ sid, cpn }) => `${sid} ${cpn}`)).size).toBe(totals.playbacks);
  expect(rows.filter(({ hasPlayed }) => hasPlayed)).toHaveLength(totals.played);
  expect(rows.every(({ videoId }) => videoId === 'video-b')).toBe(true);
});
