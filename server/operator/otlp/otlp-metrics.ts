import { Counter, type Registry } from 'prom-client';

/** Counters of what is exported (`--otlp`). */
export function createOtlpMetrics(registers: Registry[]) {
  return {
    otlpExports: new Counter({
      name: 'offstage_otlp_exports_total',
      help: 'Exports of metrics and of the log to a collector (--otlp): sent, or failed.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    otlpDropped: new Counter({
      name: 'offstage_otlp_dropped_log_records_total',
      help: 'Records of the log that the collector lacks: as many as possible waited already (full), it did not take their export (failed), or rejected them (rejected).',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}
