import { DataPointType } from '@opentelemetry/sdk-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { toHrTime } from '../../../../../server/operator/otlp/to-hr-time.ts';
import { toMetricData } from '../../../../../server/operator/otlp/to-metric-data.ts';

const span = { startTime: toHrTime(1_000), endTime: toHrTime(2_500) };

async function convert(fill: (registers: Registry[]) => void) {
  const registry = new Registry();
  fill([registry]);
  return toMetricData(await registry.getMetricsAsJSON(), span);
}

test('metrics without a series are left out, which collectors would refuse', async () => {
  const metrics = await convert((registers) => {
    new Counter({ name: 'none_total', help: 'h', labelNames: ['a'], registers });
  });
  expect(metrics).toEqual([]);
});

test('a time is in seconds and nanoseconds', () => {
  expect(toHrTime(1_796_025_314_459)).toEqual([1_796_025_314, 459_000_000]);
  expect(toHrTime(1_000.9996)).toEqual([1, 1_000_000]);
});

test('counters are monotonic sums, gauges are gauges, and units come from their names', async () => {
  const metrics = await convert((registers) => {
    new Counter({ name: 'busy_seconds_total', help: 'Busy.', labelNames: ['cpu'], registers }).inc(
      { cpu: 1 },
      2.5,
    );
    new Gauge({ name: 'spool_bytes', help: 'Size.', registers }).set(-3);
    new Gauge({ name: 'seconds_of_all', help: 'No unit.', registers }).set(1);
  });
  expect(metrics).toMatchObject([
    {
      descriptor: { name: 'busy_seconds_total', description: 'Busy.', unit: 's' },
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: [{ ...span, attributes: { cpu: '1' }, value: 2.5 }],
    },
    {
      descriptor: { name: 'spool_bytes', unit: 'By' },
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ attributes: {}, value: -3 }],
    },
    { descriptor: { name: 'seconds_of_all', unit: '' } },
  ]);
});

test('each series of a histogram is a point, with counts of its buckets that are not cumulative', async () => {
  const metrics = await convert((registers) => {
    const histogram = new Histogram({
      name: 'wait_seconds',
      help: 'h',
      labelNames: ['route', 'kind'],
      buckets: [0.1, 1, 10],
      registers,
    });
    for (const value of [0.05, 0.1, 0.5, 20]) histogram.observe({ route: '/a', kind: 'x' }, value);
    histogram.observe({ kind: 'y', route: '/a' }, 5);
  });
  expect(metrics).toHaveLength(1);
  expect(metrics[0]).toMatchObject({
    descriptor: { name: 'wait_seconds', unit: 's' },
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { route: '/a', kind: 'x' },
        value: {
          buckets: { boundaries: [0.1, 1, 10], counts: [2, 1, 0, 1] },
          count: 4,
          sum: 20.65,
        },
      },
      {
        attributes: { route: '/a', kind: 'y' },
        value: { buckets: { counts: [0, 0, 1, 0] }, count: 1, sum: 5 },
      },
    ],
  });
});
