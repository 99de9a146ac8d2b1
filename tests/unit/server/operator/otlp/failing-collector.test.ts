import { createServer, type ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createMetrics } from '../../../../../server/operator/metrics/create-metrics.ts';
import { until } from '../../../../support/until.ts';
import { freePort } from '../../support/free-port.ts';
import { listenOnFreePort } from '../../support/listen-on-free-port.ts';
import { startCollector } from '../../support/start-collector.ts';
import { startTestOtlp } from '../../support/start-test-otlp.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

const hourMs = 3_600_000;

test('a collector that is away for a day costs one sentence and a bounded number of records, and the server says when it is back', async () => {
  const port = await freePort();
  const limits = { waitingMaxCount: 10, batchMaxCount: 10 };
  const { otlp, clock, reports, exports, dropped } = startTestOtlp(
    `http://127.0.0.1:${port}/base`,
    limits,
  );
  const failures = async () => (await exports())['log failed'] ?? 0;
  for (let hour = 1; hour <= 24; hour++) {
    const [before, lost] = [await failures(), await dropped()];
    for (let n = 0; n < 100; n++) otlp.log.info('REQUEST', 'one of many');
    // The sentence about the failure waits too.
    expect((await dropped()).full).toBeGreaterThanOrEqual((lost.full ?? 0) + 90);
    await until(async () => (await failures()) > before);
    clock.elapsedMs += hourMs;
  }
  expect((await dropped()).failed).toBeLessThanOrEqual(24 * 11);
  expect(reports()).toEqual([
    `warning: The log cannot be exported to http://127.0.0.1:${port} (--otlp): it cannot be reached (ECONNREFUSED). The server goes on, and says when it works again.`,
  ]);
  const collector = await startCollector(port);
  await until(() => {
    clock.elapsedMs += hourMs;
    otlp.log.info('REQUEST', 'after a day');
    return reports().length === 2;
  });
  expect(reports()[1]).toBe(`The log can be exported to http://127.0.0.1:${port} again.`);
  await until(() => collector.requests.length > 0);
  expect(collector.requests[0]?.path).toBe('/base/v1/logs');
});

test.each([
  [400, 'it answers 400'],
  [401, 'it answers 401'],
  [404, 'it answers 404'],
  [500, 'it answers 500'],
  [429, 'it is overloaded or away (429, 502, 503 or 504)'],
  [503, 'it is overloaded or away (429, 502, 503 or 504)'],
  [307, 'it redirects (307), which is not followed: give the final address'],
])(
  'a collector that answers %i is reported in a sentence, and what it redirects to gets nothing',
  async (status, problem) => {
    const other = await startReceiver();
    // The library gives up when it should wait for longer than it has time.
    const headers = { Location: other.url, 'Retry-After': '60' };
    const { url } = await startReceiver(() => ({ status, headers }));
    const { otlp, reports, dropped } = startTestOtlp(new URL(url).origin, { exportMs: 10_000 });
    otlp.log.info('X', 'one');
    await until(() => reports().length > 0);
    expect(reports()[0]).toContain(`(--otlp): ${problem}. The server goes on`);
    expect((await dropped()).failed).toBeGreaterThanOrEqual(1);
    expect(other.received).toEqual([]);
  },
);

test('a collector that is silent is reported, and holds no record', async () => {
  const { url } = await startReceiver(() => null);
  const { otlp, reports, dropped } = startTestOtlp(new URL(url).origin, { exportMs: 20 });
  otlp.log.info('X', 'one');
  await until(async () => ((await dropped()).failed ?? 0) >= 1);
  expect(reports()[0]).toContain(': it does not answer in time. The server goes on');
});

test('a collector that never ends its answers holds a few exports, and no record', async () => {
  const open: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    open.push(response);
    response.write('x');
  });
  const { origin } = await listenOnFreePort(server);
  const limits = { exportMs: 1_000_000, endMs: 20, openMaxCount: 2 };
  const { otlp, reports, dropped } = startTestOtlp(origin, limits);
  const failures = async () => (await dropped()).failed ?? 0;
  for (let n = 1; n <= 6; n++) {
    const before = await failures();
    otlp.exportedLog.info('X', 'one');
    await until(async () => (await failures()) > before);
  }
  expect(reports()[0]).toContain(': it does not answer in time. The server goes on');
  expect(open).toHaveLength(2);
});

test('a collector that refuses every other export costs one sentence', async () => {
  const { url } = await startReceiver((n) => ({ status: n % 2 === 0 ? 204 : 500 }));
  const { otlp, reports, exports } = startTestOtlp(new URL(url).origin, { exportMs: 10_000 });
  const count = async () => Object.values(await exports()).reduce((sum, n) => sum + n, 0);
  for (let n = 0; n < 20; n++) {
    const before = await count();
    otlp.exportedLog.info('X', 'one');
    await until(async () => (await count()) > before);
  }
  expect((await exports())['log sent']).toBeGreaterThan(5);
  expect(reports()).toHaveLength(1);
});

test('metrics that cannot be read are reported once, and the log is exported all the same', async () => {
  const { url, received } = await startReceiver();
  const metrics = createMetrics();
  const readValues = vi.fn(() => Promise.reject(new Error('no store')));
  const { reports, otlp } = startTestOtlp(
    new URL(url).origin,
    { metricsEveryMs: 1 },
    { ...metrics, readValues },
  );
  await until(() => readValues.mock.calls.length >= 3);
  otlp.log.info('X', 'one');
  await until(() => received.length > 0);
  expect(reports()).toEqual([
    expect.stringContaining('The metrics cannot be exported to http://127.0.0.1'),
  ]);
  expect(reports()[0]).toContain(': they cannot be read (no store).');
});

test('a collector that is silent does not hold the server’s stop', async () => {
  const { url, received } = await startReceiver(() => null);
  const forever = 1_000_000_000;
  const { otlp } = startTestOtlp(new URL(url).origin, { exportMs: forever, endMs: forever });
  otlp.log.info('X', 'one');
  await until(() => received.length > 0);
  await otlp.stopMetrics();
  await otlp.stop();
});

test('the library prints nothing itself, even if its variables ask for it', async () => {
  vi.stubEnv('OTEL_LOG_LEVEL', 'ALL');
  vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'odd');
  const printed = [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((name) =>
      vi.spyOn(console, name),
    ),
  ];
  const { url } = await startReceiver(() => ({ status: 400 }));
  const { otlp, reports } = startTestOtlp(new URL(url).origin, { metricsEveryMs: 1 });
  otlp.log.info('X', 'one');
  await until(() => reports().length === 2);
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

/** An answer of OTLP with “Partial Success”: the number of rejected items, and a message. */
const partialSuccess = (rejectedCount: number) =>
  Buffer.from([0x0a, 0x06, 0x08, rejectedCount, 0x12, 0x02, 0x6e, 0x6f]);

/** A collector that takes all exports, and rejects 2 items of each with this path. */
async function startRejecting(path: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' });
      response.end(request.url === path ? partialSuccess(2) : Buffer.alloc(0));
    });
  });
  const { origin } = await listenOnFreePort(server);
  return origin;
}

test('a collector that rejects a part of each export costs one sentence, and the rejected records are counted', async () => {
  const origin = await startRejecting('/v1/logs');
  const { otlp, reports, dropped, exports } = startTestOtlp(origin);
  otlp.log.info('X', 'one');
  await until(() => reports().length > 0);
  // The sentence is a record too, which is rejected in its turn.
  await until(async () => ((await dropped()).rejected ?? 0) >= 4);
  expect(reports()).toEqual([
    `warning: ${origin} (--otlp) rejects a part of the log: its own log has the reason. The server goes on, and says when it works again.`,
  ]);
  expect(await exports()).not.toHaveProperty('log failed');
});

test('rejected points of metrics are reported too', async () => {
  const origin = await startRejecting('/v1/metrics');
  const { otlp, reports, dropped } = startTestOtlp(origin, { stopMs: 60_000 });
  await otlp.stopMetrics();
  expect(reports()[0]).toContain('rejects a part of the metrics');
  expect(await dropped()).toEqual({});
});

test('a collector cannot make more records rejected than it got', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' });
      // 2,097,151.
      response.end(Buffer.from([0x0a, 0x04, 0x08, 0xff, 0xff, 0x7f]));
    });
  });
  const { origin } = await listenOnFreePort(server);
  const { otlp, dropped } = startTestOtlp(origin, { batchMaxCount: 5 });
  otlp.log.info('X', 'one');
  // The record, and then the sentence about it.
  await until(async () => ((await dropped()).rejected ?? 0) >= 10);
  expect(await dropped()).toEqual({ rejected: 10 });
});
