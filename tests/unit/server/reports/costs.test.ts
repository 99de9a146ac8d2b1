import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid, logBatch, logEvent } from '../support/log-batches.ts';
import { readFigures } from '../support/read-figures.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { type FieldReportChanges, fieldReport } from './field-reports.ts';
import { loaded, minute, wholeTime } from './playback-events.ts';

interface Embed {
  n: number;
  host?: string;
  browser?: string;
  receivedMs?: number;
  version?: string;
  changes?: FieldReportChanges;
}

/** Stores the batch of an embed with its page and its cost. */
async function storeEmbed(store: EventStore, embed: Embed): Promise<void> {
  const { n, host = 'https://a.example', browser = 'Chrome', version, changes } = embed;
  const events = [loaded(1, `${host}/x`), fieldReport(2, changes, version)];
  const { receivedMs = 5 } = embed;
  await store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs, browser, events }));
}

test('the server answers costs by its published schema, for the filters of a report', async () => {
  const server = await startTestServer();
  const { contextJson: _, payloadJson, ...report } = fieldReport(1);
  const events = [logEvent(1, { ...report, payload: JSON.parse(payloadJson) })];
  const sent = await fetch(`${server.embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(logBatch(events)),
  });
  expect(sent.status).toBe(200);
  const costOf = (query: string) => readFigures(`${server.embed}/telemetry/cost?${query}`);
  expect(await costOf('video=video-a')).toMatchObject({
    present: { reports: 1, embeds: 10, measures: { layoutShift: { count: 1, p95: 0.01 } } },
    before: null,
    groups: { runtime: [{ name: 'worker', reports: 1 }] },
    scripts: [{ script: 'mount-ui-D1Ub_0fx.js' }, { script: null }],
  });
  expect(await costOf('host=https://none.example&from=5000')).toMatchObject({
    present: { reports: 0, embeds: 0, measures: { layoutShift: { count: 0, p50: null } } },
    before: { reports: 0, toMs: 5_000 },
  });
});

const reportsOf = async (store: EventStore, filter: Partial<ReportFilter> = {}) =>
  (await store.reports.cost({ ...wholeTime, ...filter })).present.reports;

test('percentiles agree with an independent count of the measured embeds [feature-cost-report]', async () => {
  const store = await openWithoutThread();
  const random = createRandom(5);
  const embeds = Array.from({ length: 150 }, (_, n) => ({
    n,
    version: n % 4 === 0 ? '0.2.0' : '0.1.0',
    blockingMs: Math.round(random() * 900),
    // Not every embed has been clicked.
    inpMs: n % 3 === 0 ? null : Math.round(random() * 400),
  }));
  for (const { n, version, blockingMs, inpMs } of embeds) {
    const interaction = inpMs === null ? null : { inpMs };
    const longTasks = { count: 1, longestMs: blockingMs + 50, blockingMs };
    await storeEmbed(store, { n, version, changes: { longTasks, interaction } });
  }
  const { present, before, groups } = await store.reports.cost(wholeTime);
  expect(before).toBeNull();
  expect(present).toMatchObject({ reports: 150, embeds: 1_500, countedFromMs: null });
  const blocking = embeds.map(({ blockingMs }) => blockingMs);
  const interactions = embeds.flatMap(({ inpMs }) => inpMs ?? []);
  const percentiles = (values: number[]) => ({
    count: values.length,
    p50: quantile(values, 0.5),
    p75: quantile(values, 0.75),
    p95: quantile(values, 0.95),
  });
  expect(present.measures.blockingMs).toEqual(percentiles(blocking));
  expect(present.measures.interactionMs).toEqual(percentiles(interactions));
  expect(present.measures.scriptBytes).toEqual({ count: 150, p50: 75e3, p75: 75e3, p95: 75e3 });
  for (const { name, reports, p75 } of groups.version) {
    const own = embeds.filter(({ version }) => version === name);
    expect(reports).toBe(own.length);
    expect(p75.blockingMs).toBe(
      quantile(
        own.map(({ blockingMs }) => blockingMs),
        0.75,
      ),
    );
  }
  expect(groups.version).toHaveLength(2);
  const names = (['runtime', 'engine', 'device', 'connection'] as const).map((dimension) =>
    groups[dimension].map(({ name }) => name),
  );
  expect(names).toEqual([['worker'], ['hls.js'], ['medium'], ['4g']]);
});

test('an embed counts once, with its last report, in whatever order its reports arrive', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  for (const [seqs, receivedMs] of [
    [[5, 3], minute],
    [[9, 8], 2 * minute],
    [[7], 3 * minute],
    [[9], 4 * minute],
  ] as const) {
    const events = seqs.map((seq) => fieldReport(seq, { requestCount: seq }));
    await store.insertBatch(storeBatch([], { receivedMs, events }));
  }
  const agree = async () => {
    const { present } = await store.reports.cost(wholeTime);
    expect(present.reports).toBe(1);
    expect(present.measures.requestCount).toMatchObject({ count: 1, p50: 9 });
    // It belongs to the time of its first report.
    expect(await reportsOf(store, { fromMs: minute, toMs: 2 * minute })).toBe(1);
    expect(await reportsOf(store, { fromMs: 2 * minute })).toBe(0);
  };
  await agree();
  await place.sql('DELETE FROM field_reports');
  await store.rebuildReports();
  await agree();
});

test('costs are those of a page, a video or a browser, also if the page becomes known later', async () => {
  const store = await openWithoutThread();
  await storeEmbed(store, { n: 1 });
  await storeEmbed(store, { n: 2, host: 'https://b.example', browser: 'Firefox' });
  const late = { sid: datedSid(0, 3), browser: 'Firefox' };
  const changes = { videoId: 'video-b' };
  await store.insertBatch(storeBatch([], { ...late, events: [fieldReport(2, changes)] }));
  expect(await reportsOf(store, { host: '' })).toBe(1);
  await store.insertBatch(
    storeBatch([], { ...late, events: [loaded(1, 'https://b.example/later')] }),
  );
  expect(await reportsOf(store, { host: '' })).toBe(0);
  expect(await reportsOf(store, { host: 'https://b.example' })).toBe(2);
  expect(await reportsOf(store, { videoId: 'video-b' })).toBe(1);
  expect(await reportsOf(store, { browser: 'Firefox' })).toBe(2);
  expect(await reportsOf(store, { browser: 'Firefox', videoId: 'video-a' })).toBe(1);
  expect(await reportsOf(store, { host: 'https://a.example', videoId: 'video-b' })).toBe(0);
});

test('a time is compared with the time before it, of the same length', async () => {
  const store = await openWithoutThread();
  for (const [n, at] of [1, 1, 2, 3, 3, 3].entries())
    await storeEmbed(store, { n, receivedMs: at * minute, changes: { requestCount: 10 * at } });
  const { present, before } = await store.reports.cost({
    ...wholeTime,
    fromMs: 3 * minute,
    toMs: 5 * minute,
  });
  expect(present).toMatchObject({ reports: 3, measures: { requestCount: { p75: 30 } } });
  expect(before).toMatchObject({
    fromMs: minute,
    toMs: 3 * minute,
    reports: 3,
    measures: { requestCount: { p50: 10, p75: 20 } },
  });
});

test('pages with high costs come first, and pages with too few reports to say come last', async () => {
  const store = await openWithoutThread();
  const pages = { slow: [12, 500], fast: [12, 10], rare: [2, 4_000] } as const;
  let n = 0;
  for (const [name, [count, blockingMs]] of Object.entries(pages))
    for (let i = 0; i < count; i++) {
      n += 1;
      const changes = { longTasks: { count: 1, longestMs: 99, blockingMs } };
      await storeEmbed(store, { n, host: `https://${name}.example`, changes });
    }
  const { groups, scripts } = await store.reports.cost(wholeTime);
  expect(groups.host.map(({ name, reports }) => [name, reports])).toEqual([
    ['https://slow.example', 12],
    ['https://fast.example', 12],
    ['https://rare.example', 2],
  ]);
  // Twice in the same frame, but in one embed.
  expect(scripts).toEqual([
    { script: 'mount-ui-D1Ub_0fx.js', reports: 26, ms: 1_300 },
    { script: null, reports: 26, ms: 130 },
  ]);
});

test('a report of which nothing is right is an embed without values', async () => {
  const store = await openWithoutThread();
  const event = fieldReport(1);
  const odd = JSON.stringify({ layoutShift: 1e300, longFrames: '\0', device: [{ length: {} }] });
  const events = [{ ...event, contextJson: '{}', payloadJson: odd }];
  expect(await store.insertBatch(storeBatch([], { events }))).toMatchObject({ ok: true });
  const { present, groups } = await store.reports.cost(wholeTime);
  expect(present).toMatchObject({ reports: 1, embeds: 1 });
  expect(Object.values(present.measures).map(({ count }) => count)).not.toContain(1);
  expect(groups.device).toMatchObject([{ name: '', reports: 1 }]);
});

test('of more embeds than are counted, the latest are, and the report says from when on', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await storeEmbed(store, { n: 0 });
  await place.sql(`WITH RECURSIVE numbers(n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000
    )
    INSERT INTO field_reports (sid, seq, received_ms, video_id, host, browser, facts)
    SELECT 'many' || n, seq, 100 + n, video_id, host, browser, facts
    FROM numbers, field_reports`);
  const { present } = await store.reports.cost(wholeTime);
  expect(present).toMatchObject({ reports: 10_000, countedFromMs: 6, embeds: 100_000 });
  const few = { ...wholeTime, fromMs: 101 };
  expect((await store.reports.cost(few)).present).toMatchObject({ countedFromMs: null });
});

test('costs expire with their age', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const day = 86_400_000;
  const nowMs = 20_000 * day;
  for (const [n, days] of [40, 32, 30, 1].entries())
    await storeEmbed(store, { n, receivedMs: nowMs - days * day });
  await store.maintain({ nowMs, trustDateMs: nowMs, keepDays: 31 });
  expect(await reportsOf(store, { toMs: nowMs })).toBe(2);
});
