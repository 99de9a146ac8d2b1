import { expect, test } from 'vitest';
import { summarizeQoe } from '../../../server/telemetry/summarize-qoe.ts';
import { qoeEventName } from '../../../shared/qoe-event.ts';
import type { QoeSummary } from '../../../shared/qoe-summary.ts';
import { logBatch, logEvent } from './support/log-batches.ts';
import { rawRequest } from './support/raw-request.ts';
import { startTestServer } from './support/start-test-server.ts';

const good: QoeSummary = {
  end: 'ended',
  isLive: false,
  startMs: 300,
  isAutoplayBlocked: false,
  isExitBeforeStart: false,
  watchedMs: 10_000,
  hiddenMs: 0,
  rebufferCount: 0,
  rebufferMs: 0,
  rebufferPercent: 0,
  seekCount: 0,
  seekMs: 0,
  failure: null,
  errorName: null,
  errorCode: null,
  switchCount: 0,
  averageBitrate: null,
  averageHeight: null,
  averageRate: 1,
  droppedFrames: null,
  totalFrames: null,
};
const payload = (cpn: string, changes: Partial<QoeSummary> = {}) => ({
  videoId: 'v1',
  cpn,
  ...good,
  ...changes,
});

test('what was stored is summed up: counts, medians and 95th percentiles; of a playback the last summary counts', async () => {
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
      logBatch(payloads.map((told, index) => logEvent(index + 1, { name: qoeEventName, payload: told }))),
    ),
  });
  expect(await (await fetch(`${server.embed}/telemetry/qoe`)).json()).toEqual({
    playbacks: 5,
    played: 3,
    exitsBeforeStart: 1,
    autoplaysBlocked: 0,
    failures: { beforeStart: 1, midStream: 1 },
    rebuffered: 2,
    startMs: { count: 3, median: 500, p95: 900 },
    rebufferPercent: { count: 3, median: 20, p95: 50 },
    malformed: 1,
    isCut: false,
  });
});

test('without summaries there is nothing to sum up, and documents do not share playbacks', () => {
  expect(summarizeQoe([], false)).toMatchObject({
    playbacks: 0,
    startMs: { count: 0, median: null, p95: null },
  });
  const same = { payload: payload('a') };
  expect(
    summarizeQoe(
      [
        { sid: '1', ...same },
        { sid: '2', ...same },
      ],
      true,
    ),
  ).toMatchObject({ playbacks: 2, isCut: true });
});

test('nobody else reads it', async () => {
  const server = await startTestServer({ token: 'secret' });
  expect((await rawRequest(server.embed, '/telemetry/qoe')).status).toBe(401);
});

test('players learn of the collector from the page config, and not where telemetry is off', async () => {
  const cmcd = 'https://collector.example/cmcd';
  for (const isTelemetryOn of [true, false]) {
    const server = await startTestServer({ cmcd, isTelemetryOn });
    const page = await (await fetch(`${server.embed}/embed/offstage001?cmcd=https://evil.example/`)).text();
    const json = /<script type="application\/json" id="page-config">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(JSON.parse(json).cmcd).toBe(isTelemetryOn ? cmcd : undefined);
  }
});
