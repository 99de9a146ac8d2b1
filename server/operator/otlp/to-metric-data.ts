import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricValues } from '../metrics/create-metrics.ts';

/** The time that the values are about. */
export interface Span {
  startTime: HrTime;
  endTime: HrTime;
}

type Value = MetricValues['values'][number] & { metricName?: string };

/**
 * @param metrics as prom-client gives them; their names stay
 * @returns OpenTelemetry's form of them; metrics without values are left out
 */
export function toMetricData(metrics: readonly MetricValues[], span: Span): MetricData[] {
  return metrics
    .filter(({ values }) => values.length > 0)
    .map((metric) => {
      const base = {
        descriptor: {
          name: metric.name,
          description: metric.help,
          unit: unitOf(metric.name),
          valueType: ValueType.DOUBLE,
        },
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
      };
      const dataPoints = metric.values.map(({ labels, value }) => ({
        ...span,
        attributes: attributesOf(labels),
        value,
      }));
      switch (typeOf(metric)) {
        case 'counter':
          return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
        case 'histogram':
          return {
            ...base,
            dataPointType: DataPointType.HISTOGRAM,
            dataPoints: histograms(metric, span),
          };
        default:
          return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
      }
    });
}

/** Its declaration is an enumeration of numbers, but it is a word. */
const typeOf = ({ type }: MetricValues) => String(type);

/** UCUM's symbol of the unit that a name ends with, as OpenTelemetry wants it. */
function unitOf(name: string): string {
  const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  return unit === undefined ? '' : ({ seconds: 's', bytes: 'By' }[unit] ?? '');
}

/** @param without a label that is no attribute */
function attributesOf(labels: Value['labels'], without?: string): Attributes {
  return Object.fromEntries(
    Object.entries(labels)
      .filter(([name]) => name !== without)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** A series of a histogram: prom-client gives each bucket, the sum and the count by themselves. */
function histograms({ name, values }: MetricValues, span: Span): DataPoint<Histogram>[] {
  const series = Map.groupBy(values as Value[], ({ labels }) =>
    JSON.stringify(Object.entries(attributesOf(labels, 'le')).sort()),
  );
  return [...series.values()].map((parts) => {
    const partOf = (end: string) =>
      parts.find(({ metricName }) => metricName === `${name}_${end}`)?.value ?? 0;
    const buckets = parts.filter(({ metricName }) => metricName === `${name}_bucket`);
    // Prometheus' buckets hold what is in smaller ones too, OpenTelemetry's do not.
    const counts = buckets.map(({ value }, n) => value - (buckets[n - 1]?.value ?? 0));
    const boundaries = buckets
      .map(({ labels }) => Number(labels.le))
      .filter((boundary) => Number.isFinite(boundary));
    return {
      ...span,
      attributes: attributesOf(parts[0]?.labels ?? {}, 'le'),
      value: { buckets: { boundaries, counts }, sum: partOf('sum'), count: partOf('count') },
    };
  });
}
