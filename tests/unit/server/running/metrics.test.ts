import { expect, test } from 'vitest';
import { createMetrics } from '../../../../server/operator/metrics/create-metrics.ts';
import { measureStore } from '../../../../server/operator/metrics/measure-store.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { outcomes } from '../reports/playback-outcomes.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';

/** The value of a line, `null` when missing. */
function countOf(text: string, line: string): number | null {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
}

test('Prometheus reads the figures of the intake, the playbacks and the process', async () => {
  const server = await startTestServer();
  const reported = Object.values(outcomes).map((outcome, n) =>
    logEvent(n + 1, {
      name: qoeEventName,
      payload: { ...goodSummary, ...outcome, cpn: `p${n}`, videoId: 'v' },
    }),
  );
  const post = (body: string) =>
    fetch(`${server.embed}/youtubei/v1/video_stats`, { method: 'POST', body });
  const body = JSON.stringify(logBatch([...reported, { seq: 'odd' }]));
  await post(body);
  await post(body);
  await post('{');
  await rawRequest(server.embed, '/embed/offstage001?enablejsapi=1');
  await rawRequest(server.embed, '/no/such/path');
  const reply = await fetch(`${server.embed}/metrics`);
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await reply.text();
  const values = Object.fromEntries(
    [
      'offstage_intake_events_total{result="accepted"}',
      'offstage_intake_events_total{result="duplicate"}',
      'offstage_intake_events_total{result="rejected"}',
      'offstage_playback_summaries_total{outcome="played"}',
      'offstage_playback_summaries_total{outcome="failed_mid_stream"}',
      'offstage_playback_summaries_total{outcome="refused"}',
      'offstage_playback_summaries_total{outcome="exit_before_start"}',
      'offstage_http_requests_total{route="/youtubei/v1/video_stats",status="200"}',
      'offstage_http_requests_total{route="/youtubei/v1/video_stats",status="400"}',
      'offstage_http_requests_total{route="/embed/*",status="200"}',
      'offstage_http_requests_total{route="other",status="404"}',
      'offstage_store_duration_seconds_count{operation="insert_batch"}',
      'offstage_store_waiting',
      'offstage_store_up',
      'offstage_store_events{state="stored"}',
    ].map((line) => [line.replace('offstage_', ''), countOf(text, line)]),
  );
  expect(values).toEqual({
    'intake_events_total{result="accepted"}': 8,
    'intake_events_total{result="duplicate"}': 8,
    'intake_events_total{result="rejected"}': 3,
    'playback_summaries_total{outcome="played"}': 2,
    'playback_summaries_total{outcome="failed_mid_stream"}': 1,
    'playback_summaries_total{outcome="refused"}': 2,
    'playback_summaries_total{outcome="exit_before_start"}': 1,
    'http_requests_total{route="/youtubei/v1/video_stats",status="200"}': 2,
    'http_requests_total{route="/youtubei/v1/video_stats",status="400"}': 1,
    'http_requests_total{route="/embed/*",status="200"}': 1,
    'http_requests_total{route="other",status="404"}': 1,
    'store_duration_seconds_count{operation="insert_batch"}': 2,
    store_waiting: 0,
    store_up: 1,
    'store_events{state="stored"}': 8,
  });
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).toContain('process_resident_memory_bytes');
});

test('paths and methods that clients invent add no series [threat-spreadsheets]', async () => {
  const server = await startTestServer();
  for (let n = 0; n < 50; n++) {
    await rawRequest(server.embed, `/embed/video${n}`);
    await rawRequest(server.embed, `/none/${n}`);
    await rawRequest(server.embed, '/', { method: `ODD${n}` }).catch(() => {});
  }
  const text = await (await fetch(`${server.embed}/metrics`)).text();
  expect(
    text.split('\n').filter((line) => line.startsWith('offstage_http_requests_total{')).length,
  ).toBeLessThan(8);
});

test('only the operator can read the metrics, unless they are open', async () => {
  const closed = await startTestServer({ token: 'secret' });
  const outside = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await rawRequest(closed.embed, '/metrics')).status).toBe(401);
  const headers = { Authorization: 'Bearer secret', ...outside };
  expect((await rawRequest(closed.embed, '/metrics', { headers })).status).toBe(200);
  const local = await startTestServer();
  expect((await rawRequest(local.embed, '/metrics')).status).toBe(200);
  expect((await rawRequest(local.embed, '/metrics', { headers: outside })).status).toBe(401);
  const open = await startTestServer({ token: 'secret', areMetricsOpen: true });
  expect((await rawRequest(open.embed, '/metrics', { headers: outside })).status).toBe(200);
  expect((await rawRequest(open.embed, '/telemetry/summary', { headers: outside })).status).toBe(
    401,
  );
});

test('a busy or failing store shows in the metrics, and does not delay later ones', async () => {
  const metrics = createMetrics();
  const real = await openStore();
  const broken = {
    ...real,
    insertBatch: () => Promise.reject(new Error('disk')),
    insertError: async () => ({ ok: false, error: { code: 'STORE_BUSY', message: '' } }) as const,
  };
  const store = measureStore(broken, metrics);
  await expect(store.insertBatch(storeBatch([1]))).rejects.toThrow('disk');
  await store.insertError({} as Parameters<typeof store.insertError>[0], 1);
  const text = await metrics.read();
  expect(
    countOf(text, 'offstage_store_failures_total{operation="insert_batch",result="failed"}'),
  ).toBe(1);
  expect(
    countOf(text, 'offstage_store_failures_total{operation="insert_error",result="STORE_BUSY"}'),
  ).toBe(1);
  expect(countOf(text, 'offstage_store_waiting')).toBe(0);
  expect(countOf(text, 'offstage_intake_events_total{result="accepted"}')).toBe(0);
});
