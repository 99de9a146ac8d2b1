import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../../../../support/until.ts';
import { printLoaded } from '../../support/print-loaded.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { spawnTestServer } from '../../support/spawn-test-server.ts';
import { type ReceivedMetric, startCollector } from '../../support/start-collector.ts';
import { startTestOtlp } from '../../support/start-test-otlp.ts';
import { testOptions } from '../../support/start-test-server.ts';

const token = 'operators-t0ken';
const operator = { headers: { Authorization: `Bearer ${token}` } };

/** Collects what a server prints. */
function outputOf(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return () => output;
}

/** Lines of it that are JSON. */
const linesIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** @returns the value of a series of a counter or gauge */
function valueIn(metrics: readonly ReceivedMetric[] = [], name: string, labels: object = {}) {
  const { sum, gauge } = metrics.find((metric) => metric.name === name) ?? {};
  return [sum, gauge]
    .flatMap((data) => data?.dataPoints ?? [])
    .find(({ attributes = {} }) => JSON.stringify(attributes) === JSON.stringify(labels))?.asDouble;
}

test('a collector gets what /metrics and the log show, under the same names and without secrets [feature-otlp]', async () => {
  const collector = await startCollector();
  const options = { otlp: collector.url, log: 'json', hasAccessLog: true, token } as const;
  const child = spawnTestServer(testOptions(options), {
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20c0llector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    ...printLoaded,
  });
  const output = outputOf(child);
  const lines = () => linesIn(output());
  await until(() => lines().some(({ code }) => code === 'LISTENING'));
  const embed = `http://127.0.0.1:${lines()[0].port}`;
  await rawRequest(embed, '/embed/offstage001?token=viewers-t0ken');
  await rawRequest(embed, '/telemetry/summary', operator);
  const shown = (await rawRequest(embed, '/metrics', operator)).body;
  await until(() => lines().filter(({ code }) => code === 'REQUEST').length === 3);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(lines().map(({ code }) => code)).toEqual(
    expect.arrayContaining(['LISTENING', 'STOPPING', 'STOPPED']),
  );
  await until(() => collector.records.some(({ attributes }) => attributes.code === 'STOPPED'));

  // The log, line for line; each reads the clock by itself.
  expect(
    collector.records.map(({ severityText, body, attributes }) => ({
      level: severityText.toLowerCase(),
      message: body,
      ...attributes,
    })),
  ).toEqual(lines().map(({ time: _time, ...line }) => line));
  expect(JSON.stringify(collector.records)).not.toMatch(/t0ken|c0llector/);

  // The metrics, name for name.
  const [metrics = []] = collector.exports;
  const names = [...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
    name,
    type,
  }));
  const withValues = names.filter(({ name, type }) =>
    new RegExp(`^${name}${type === 'histogram' ? '_count' : ''}[ {]`, 'm').test(shown),
  );
  const exportedNames = metrics.map(({ name }) => name);
  expect(exportedNames).toEqual(expect.arrayContaining(withValues.map(({ name }) => name)));
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(exportedNames));
  const requests = (route: string, status: string) =>
    valueIn(metrics, 'offstage_http_requests_total', { route, status });
  expect(requests('/embed/*', '200')).toBe(1);
  expect(requests('/metrics', '200')).toBe(1);
  // The store was still open when it was asked for the last time.
  expect(valueIn(metrics, 'offstage_store_up')).toBe(1);

  expect(collector.requests.map(({ headers }) => headers.authorization)).toEqual(
    collector.requests.map(() => 'Bearer c0llector'),
  );
  expect(collector.resources[0]?.attributes).toEqual({
    'service.name': 'offstage',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
    'deployment.environment.name': 'tests',
  });
  // A server without --otlp loads none of it: store/parquet/loaded-libraries.test.ts.
  expect(output()).toContain('loads @opentelemetry/sdk');
});

test('a server that does not start exports why, also one that prints sentences', async () => {
  const collector = await startCollector();
  const child = spawnTestServer(
    testOptions({ otlp: collector.url, log: 'text', pageConfigFile: '/none/page.json' }),
    { OTEL_SERVICE_NAME: 'video' },
  );
  const output = outputOf(child);
  await once(child, 'exit');
  expect(child.exitCode).toBe(2);
  expect(output()).toMatch(/^--page-config: /);
  await until(() => collector.records.length > 0);
  expect(collector.records[0]).toMatchObject({
    severityText: 'ERROR',
    attributes: { code: 'NOT_STARTED' },
    body: expect.stringContaining('/none/page.json'),
  });
  expect(collector.resources[0]?.attributes).toMatchObject({ 'service.name': 'video' });
});

test('values grow from one export to the next, as those of one process', async () => {
  const collector = await startCollector();
  const { metrics } = startTestOtlp(collector.url, { metricsEveryMs: 20, exportMs: 10_000 });
  const played = { outcome: 'played' };
  const seen = () =>
    collector.exports.map((one) => valueIn(one, 'offstage_playback_summaries_total', played));
  metrics.playbacks.inc(played, 3);
  await until(() => seen().includes(3));
  metrics.playbacks.inc(played, 2);
  await until(() => seen().includes(5));
  const points = collector.exports.flatMap((one) =>
    one.filter(({ name }) => name === 'offstage_playback_summaries_total'),
  );
  // Exports that are on their way together may arrive in another order.
  const inTime = points
    .flatMap(({ sum }) => sum?.dataPoints ?? [])
    .filter(({ attributes }) => attributes.outcome === 'played')
    .map(({ timeUnixNano, asDouble = 0 }) => ({ time: BigInt(timeUnixNano), value: asDouble }))
    .sort((one, other) => Number(one.time - other.time) || one.value - other.value);
  const values = inTime.map(({ value }) => value);
  expect(values).toEqual([...values].sort((one, other) => one - other));
  const starts = points.flatMap(({ sum }) =>
    sum?.dataPoints.map((point) => point.startTimeUnixNano),
  );
  expect(new Set(starts).size).toBe(1);
  expect(points[0]?.sum).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
  expect(
    new Set(collector.resources.map(({ attributes }) => attributes['service.instance.id'])).size,
  ).toBe(1);
});
