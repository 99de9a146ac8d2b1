import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts of events that are written to Parquet files (`--parquet`). */
export function createParquetMetrics(registers: Registry[]) {
  const labelNames = ['store'] as const;
  return {
    parquetFiles: new Counter({
      name: 'offstage_parquet_files_total',
      help: 'Parquet files that this server has uploaded.',
      labelNames,
      registers,
    }),
    parquetEvents: new Counter({
      name: 'offstage_parquet_events_total',
      help: 'Events in these files.',
      labelNames,
      registers,
    }),
    parquetFailures: new Counter({
      name: 'offstage_parquet_failures_total',
      help: 'Attempts to upload files that the storage did not take; the events wait in their store.',
      labelNames,
      registers,
    }),
    parquetBehind: new Gauge({
      name: 'offstage_parquet_behind_seconds',
      help: 'Age of the oldest event whose hour is over and that is in no file yet; 0 if there is none. Only on servers that write, or try to.',
      labelNames,
      registers,
    }),
  };
}
