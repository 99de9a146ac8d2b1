import { expect, test } from 'vitest';
import { qoeEventName } from '../../../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../../../shared/telemetry/qoe-summary.ts';
import { quantile } from '../../../../../shared/tools/quantile.ts';
import { goodSummary } from '../../../../support/good-summary.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { pageConfigIn } from '../../support/page-config-in.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer, type TestServer } from '../../support/start-test-server.ts';

const payload = (cpn: string, changes: Partial<QoeSummary> = {}) => ({
  videoId: 'v1',
  cpn,
  ...goodSummary,
  ...changes,
});

test('stored playbacks are summed up as counts, medians and 95th percentiles; the last summary of each counts', async () => {
  const server = await startTestServer();
  const left: Partial<QoeSummary> = {
    end: 'left',
    startMs: null,
    isExitBeforeStart: true,
    watchedMs: 0,
    rebufferPercent: null,
  };
  const payloads = [
    payload('a', left),
    payload('b', { startMs: 500, rebufferCount: 2, rebufferPercent: 20 }),
    payload('c', {
      ...left,
      isExitBeforeStart: false,
      end: 'failed',
      failure: 'before_start',
      errorName: 'fmt.decode',
      errorCode: 5,
    }),
    payload('d', {
      end: 'failed',
      failure: 'mid_stream',
      startMs: 900,
      rebufferPercent: 50,
      rebufferCount: 1,
    }),
    payload('e', left),
    { cpn: 'f', videoId: 'v1', startMs: 'soon' },
    // It was hidden before it started, and went on.
    payload('a', { startMs: 100 }),
  ];
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(
      logBatch(
        payloads.map((reported, index) =>
          logEvent(index + 1, { name: qoeEventName, payload: reported }),
        ),
      ),
    ),
  });
  expect(await readFigures(`${server.embed}/telemetry/qoe`)).toEqual({
    playbacks: 5,
    played: 3,
    summaries: 5,
    exitsBeforeStart: 1,
    autoplaysBlocked: 0,
    failures: { beforeStart: 1, midStream: 1 },
    refusals: 0,
    rebuffered: 2,
    startMs: { count: 3, median: 500, p95: 900 },
    rebufferPercent: { count: 3, median: 20, p95: 50 },
    malformed: 1,
    countedFromMs: null,
  });
});

/**
 * The playbacks that played or were left before, and their start times, from the raw events only.
 */
async function fromEvents(server: TestServer) {
  const events = await readNdjson(`${server.embed}/telemetry/events`);
  const last = new Map<string, { seq: number; reported: QoeSummary }>();
  for (const { name, seq, sid, payload: reported } of events)
    if (name === qoeEventName && seq > (last.get(`${sid} ${reported.cpn}`)?.seq ?? 0))
      last.set(`${sid} ${reported.cpn}`, { seq, reported });
  const all = [...last.values()].map(({ reported }) => reported);
  const startMs = all.map((reported) => reported.startMs).filter((ms) => ms !== null);
  return {
    summaries: all.length,
    played: all.filter(({ watchedMs }) => watchedMs > 0).length,
    exitsBeforeStart: all.filter(({ isExitBeforeStart }) => isExitBeforeStart).length,
    startMs: {
      count: startMs.length,
      median: quantile(startMs, 0.5),
      p95: quantile(startMs, 0.95),
    },
  };
}

test('a late beacon does not change a playback with a newer summary: overview, dashboard and events agree', async () => {
  const server = await startTestServer();
  const send = (sid: string, events: Record<string, unknown>[]) =>
    fetch(`${server.embed}/youtubei/v1/video_stats`, {
      method: 'POST',
      body: JSON.stringify(logBatch(events, { sid: sid.padEnd(20, '0') })),
    });
  const exit = payload('p', {
    end: 'left',
    startMs: null,
    isExitBeforeStart: true,
    watchedMs: 0,
    rebufferPercent: null,
  });
  const summary = (seq: number, reported: object) =>
    logEvent(seq, { name: qoeEventName, payload: reported });
  const agree = async () => {
    const overview = await readFigures(`${server.embed}/telemetry/qoe`);
    const report = await readFigures(`${server.embed}/telemetry/report`);
    const {
      exitsBeforeStart,
      autoplaysBlocked,
      refusals,
      rebuffered,
      playbacks,
      played,
      summaries,
    } = report.totals;
    const short = ({ count, median, p95 }: Record<string, number>) => ({ count, median, p95 });
    expect(overview).toEqual({
      playbacks,
      played,
      summaries,
      exitsBeforeStart,
      autoplaysBlocked,
      failures: {
        beforeStart: report.totals.failuresBeforeStart,
        midStream: report.totals.failuresMidStream,
      },
      refusals,
      rebuffered,
      startMs: short(report.startMs),
      rebufferPercent: short(report.rebufferPercent),
      malformed: 0,
      countedFromMs: null,
    });
    expect(overview).toMatchObject(await fromEvents(server));
    return overview;
  };

  await send('a', [summary(7, payload('p', { startMs: 900 }))]);
  await send('b', [summary(1, payload('p', { startMs: 100 }))]);
  const before = await agree();
  expect(before).toMatchObject({
    summaries: 2,
    played: 2,
    exitsBeforeStart: 0,
    startMs: { median: 100 },
  });
  // The page was hidden before the video started; its summary from then waited in the browser.
  await send('a', [summary(3, exit)]);
  expect(await agree()).toEqual(before);
  // Newer summaries count, also when they are sent again.
  await send('b', [
    summary(2, payload('p', { startMs: 100, rebufferCount: 1, rebufferPercent: 5 })),
  ]);
  await send('a', [summary(3, exit)]);
  expect(await agree()).toMatchObject({ summaries: 2, rebuffered: 1, rebufferPercent: { p95: 5 } });
});

test('the overview accepts the filters of a report, and explains a wrong one', async () => {
  const server = await startTestServer();
  const reported = [payload('a'), { ...payload('b', { startMs: 700 }), videoId: 'v2' }];
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(
      logBatch(reported.map((one, n) => logEvent(n + 1, { name: qoeEventName, payload: one }))),
    ),
  });
  const read = async (query: string) => readFigures(`${server.embed}/telemetry/qoe?${query}`);
  expect(await read('video=v2')).toMatchObject({ playbacks: 1, startMs: { median: 700 } });
  expect(await read('to=5')).toMatchObject({
    playbacks: 0,
    startMs: { count: 0, median: null, p95: null },
  });
  expect(await read('form=5')).toMatchObject({ error: { code: 'BAD_QUERY' } });
});

test('only the operator can read it', async () => {
  const server = await startTestServer({ token: 'secret' });
  expect((await rawRequest(server.embed, '/telemetry/qoe')).status).toBe(401);
});

test('players get the collector and the measured share from the page config, except with telemetry off', async () => {
  const cmcd = 'https://collector.example/cmcd';
  for (const isTelemetryOn of [true, false]) {
    const server = await startTestServer({ cmcd, fieldShare: 0.5, isTelemetryOn });
    const page = await (
      await fetch(`${server.embed}/embed/offstage001?cmcd=https://evil.example/&fieldShare=1`)
    ).text();
    const config = pageConfigIn(page);
    expect(config.cmcd).toBe(isTelemetryOn ? cmcd : undefined);
    expect(config.fieldShare).toBe(isTelemetryOn ? 0.5 : undefined);
  }
});
