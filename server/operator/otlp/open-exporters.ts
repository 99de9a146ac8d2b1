import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  detectResources,
  emptyResource,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { Metrics } from '../metrics/create-metrics.ts';
import { exportProblem } from './export-problem.ts';
import type { LogEvent } from './exported-log.ts';
import type { otlpLimits } from './otlp-limits.ts';
import { reportRejections } from './report-rejections.ts';
import { toHrTime } from './to-hr-time.ts';
import { toLogRecord } from './to-log-record.ts';
import { toMetricData } from './to-metric-data.ts';
import { watchExporter } from './watch-exporter.ts';
import type { ExportWatch } from './watch-exports.ts';

export interface ExporterDeps {
  metrics: Pick<Metrics, 'readValues' | 'otlpDropped'>;
  watch: ExportWatch;
  version: string;
  /** Each start has another. */
  instanceId: string;
  /** Unix milliseconds. */
  now: () => number;
  limits: Readonly<Record<keyof typeof otlpLimits, number>>;
}

export interface Exporters {
  emit(event: LogEvent): void;
  /** Exports the metrics once more, and no longer. */
  stopMetrics(): Promise<void>;
  /** Exports what waits of the log, and no more. */
  stopLog(): Promise<void>;
}

/**
 * Begins to export with OpenTelemetry's library, which only this file and its helpers load.
 * @param url the collector's base address, without a slash at its end
 */
export function openExporters(url: string, deps: ExporterDeps): Exporters {
  const { metrics, watch, version, instanceId, limits } = deps;
  // The operator's variables (`OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SERVICE_NAME`) come first.
  const resource = resourceFromAttributes({
    'service.name': 'offstage',
    'service.version': version,
    'service.instance.id': instanceId,
  }).merge(detectResources({ detectors: [envDetector] }));
  const common = { timeoutMillis: limits.exportMs, concurrencyLimit: limits.openMaxCount };

  reportRejections((what, rejectedCount) => {
    // Never more than were sent, whatever the collector says.
    if (what === 'log')
      metrics.otlpDropped.inc(
        { reason: 'rejected' },
        Math.min(rejectedCount, limits.batchMaxCount),
      );
    watch.rejected(what);
  });
  let waitingCount = 0;
  const logExporter = watchExporter(
    new OTLPLogExporter({ ...common, url: `${url}/v1/logs` }),
    limits.endMs,
    (records, error) => {
      waitingCount -= records.length;
      if (error !== null) metrics.otlpDropped.inc({ reason: 'failed' }, records.length);
      watch.ended('log', error === null ? null : exportProblem(error));
    },
  );
  const loggers = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        exporter: logExporter,
        maxQueueSize: limits.waitingMaxCount,
        maxExportBatchSize: limits.batchMaxCount,
        scheduledDelayMillis: limits.logEveryMs,
        exportTimeoutMillis: limits.endMs,
      }),
    ],
  });
  const logger = loggers.getLogger('offstage', version);

  const reader = new PeriodicExportingMetricReader({
    exporter: watchExporter(
      new OTLPMetricExporter({ ...common, url: `${url}/v1/metrics` }),
      limits.endMs,
      (_items, error) => watch.ended('metrics', error === null ? null : exportProblem(error)),
    ),
    exportIntervalMillis: limits.metricsEveryMs,
    exportTimeoutMillis: Math.min(limits.endMs, limits.metricsEveryMs),
    metricProducers: [createProducer(deps)],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });

  return {
    emit(event) {
      if (waitingCount >= limits.waitingMaxCount)
        return metrics.otlpDropped.inc({ reason: 'full' });
      waitingCount += 1;
      logger.emit(toLogRecord(event));
    },
    stopMetrics: () => meters.shutdown(),
    stopLog: () => loggers.shutdown(),
  };
}

/** Reads the metrics that `/metrics` shows, so that both agree. */
function createProducer({ metrics, watch, version, now }: ExporterDeps): MetricProducer {
  const startTime = toHrTime(now());
  const read = async () => {
    try {
      return toMetricData(await metrics.readValues(), { startTime, endTime: toHrTime(now()) });
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      watch.ended('metrics', `they cannot be read (${cause})`);
      return [];
    }
  };
  return {
    async collect() {
      const data = await read();
      const scopeMetrics =
        data.length === 0 ? [] : [{ scope: { name: 'offstage', version }, metrics: data }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}
