import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createExperimentMetrics } from '../../experiments/experiment-metrics.ts';
import { createParquetMetrics } from '../../store/parquet/parquet-metrics.ts';
import type { Spool } from '../../store/spool/open-spool.ts';
import type { Outbox } from '../../webhooks/open-outbox.ts';
import type { AskedWatch } from '../health/watch-all.ts';
import { createOtlpMetrics } from '../otlp/otlp-metrics.ts';

const secondsBuckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const bytesBuckets = [500, 2_000, 10_000, 50_000, 200_000, 1_000_000];

export type Metrics = ReturnType<typeof createMetrics>;

/** A metric with the values of all its series. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/**
 * Counters of this process, for Prometheus. Labels never contain client text: a route is the
 * server's own pattern.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  let hasDefaults = false;
  // Metrics of the process, with the delay of its event loop. Measuring costs time, so it starts
  // when they are first read.
  const measureProcess = () => {
    if (!hasDefaults) collectDefaultMetrics({ register: registry });
    hasDefaults = true;
  };

  const metrics = {
    requests: new Counter({
      name: 'offstage_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'offstage_http_request_duration_seconds',
      help: 'From the request to the end of its answer; media requests last as long as a viewer watches.',
      labelNames: ['route'] as const,
      buckets: secondsBuckets,
      registers,
    }),
    events: new Counter({
      name: 'offstage_intake_events_total',
      help: 'Events that the intake received: accepted, duplicate (already stored) and rejected (refused one by one, or 1 per batch).',
      labelNames: ['result'] as const,
      registers,
    }),
    batchBytes: new Histogram({
      name: 'offstage_intake_batch_bytes',
      help: 'Batch sizes as received.',
      buckets: bytesBuckets,
      registers,
    }),
    playbacks: new Counter({
      name: 'offstage_playback_summaries_total',
      help: 'Playback summaries received, by outcome; a playback sends one each time its page is hidden or left.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    clicks: new Counter({
      name: 'offstage_player_commands_total',
      help: 'Commands sent by player controls, by the control named in click tracking.',
      labelNames: ['control'] as const,
      registers,
    }),
    storeSeconds: new Histogram({
      name: 'offstage_store_duration_seconds',
      help: 'Duration of store operations, including their queue time.',
      labelNames: ['operation'] as const,
      buckets: secondsBuckets,
      registers,
    }),
    storeFailures: new Counter({
      name: 'offstage_store_failures_total',
      help: 'Store operations that were refused (busy) or failed.',
      labelNames: ['operation', 'result'] as const,
      registers,
    }),
    storeWaiting: new Gauge({
      name: 'offstage_store_waiting',
      help: 'Writes waiting for the store.',
      registers,
    }),

    spooled: new Counter({
      name: 'offstage_spool_writes_total',
      help: 'Writes for which the spool was asked: spooled, delivered to the store later, refused by the store and kept aside, or full (not taken).',
      labelNames: ['result'] as const,
      registers,
    }),

    ...createCopyMetrics(registers),
    ...createParquetMetrics(registers),

    ...createWebhookMetrics(registers),
    ...createExperimentMetrics(registers),

    ...createOtlpMetrics(registers),

    watchSpool: (spool: Pick<Spool, 'state'>, now: () => number) =>
      addSpoolGauges(registers, spool, now),

    watchStore: (storeWatch: AskedWatch) => addStoreGauges(registers, storeWatch),

    contentType: registry.contentType,

    /** @returns all metrics in Prometheus' text format */
    read(): Promise<string> {
      measureProcess();
      return registry.metrics();
    },

    /** @returns the same metrics for programs */
    readValues(): Promise<MetricValues[]> {
      measureProcess();
      return registry.getMetricsAsJSON();
    },
  };
  // Report zeros before the first event, so that Prometheus' rates include it.
  for (const result of ['accepted', 'duplicate', 'rejected']) metrics.events.inc({ result }, 0);
  return metrics;
}

/** Counts of what is sent to the receivers of webhooks. */
function createWebhookMetrics(registers: Registry[]) {
  return {
    webhookAttempts: new Counter({
      name: 'offstage_webhook_attempts_total',
      help: 'Attempts to send a message to a receiver (--webhook): delivered, or failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    watchOutbox: (outbox: Pick<Outbox, 'waitingCount'>) =>
      new Gauge({
        name: 'offstage_webhook_waiting',
        help: 'Messages that wait for their next attempt, counted for each receiver.',
        registers,
        collect() {
          this.set(outbox.waitingCount());
        },
      }),
  };
}

/** Counters of events that are copied to ClickHouse, and that leave the store. */
function createCopyMetrics(registers: Registry[]) {
  return {
    copied: new Counter({
      name: 'offstage_copy_events_total',
      help: 'Events that this server has copied from a store to ClickHouse.',
      labelNames: ['store'] as const,
      registers,
    }),
    copyFailures: new Counter({
      name: 'offstage_copy_failures_total',
      help: 'Copies that ClickHouse did not take; the events wait in their store.',
      labelNames: ['store'] as const,
      registers,
    }),
    copyBehind: new Gauge({
      name: 'offstage_copy_behind_seconds',
      help: 'Age of the oldest event that ClickHouse does not have yet; 0 if it has all. Only on servers that copy, or try to.',
      labelNames: ['store'] as const,
      registers,
    }),

    archived: new Counter({
      name: 'offstage_archive_events_total',
      help: 'Events that have left a store, because ClickHouse has them and they are old enough (--inbox-days).',
      labelNames: ['store'] as const,
      registers,
    }),
    archiveLacks: new Gauge({
      name: 'offstage_archive_lacks_events',
      help: '1 if ClickHouse lacks events that have left the store, such as after it was emptied; 0 if it has the last of them. Only on the server that copies.',
      labelNames: ['store'] as const,
      registers,
    }),
  };
}

/** Adds what waits in this server's spool. */
function addSpoolGauges(
  registers: Registry[],
  spool: Pick<Spool, 'state'>,
  now: () => number,
): void {
  const gauge = (name: string, help: string, read: (state: ReturnType<Spool['state']>) => number) =>
    new Gauge({
      name: `offstage_spool_${name}`,
      help,
      registers,
      collect() {
        this.set(read(spool.state()));
      },
    });
  gauge('waiting', 'Writes that wait for the store.', (state) => state.waitingCount);
  gauge('bytes', 'Size of the spool without its free pages.', (state) => state.bytes);
  gauge('oldest_seconds', 'Age of the oldest write that waits; 0 without one.', ({ oldestMs }) =>
    oldestMs === null ? 0 : Math.max(0, now() - oldestMs) / 1_000,
  );
  gauge(
    'set_aside',
    'Writes that the store refused or that cannot be read; they stay in the file, and are tried again at the next start.',
    (state) => state.setAsideCount,
  );
  gauge(
    'foreign',
    'Writes for another store; they stay in the file.',
    (state) => state.foreignCount,
  );
  gauge(
    'damaged_files',
    'Damaged spools beside the file; they were moved aside at a start.',
    (state) => state.damagedFiles,
  );
}

/**
 * Adds the store's state and its totals since it was created. All servers that share a store
 * report the same totals.
 */
function addStoreGauges(registers: Registry[], storeWatch: AskedWatch): void {
  new Gauge({
    name: 'offstage_store_up',
    help: 'Whether the store accepts writes: 1, or 0 while it is away, full, read-only, busy or silent.',
    registers,
    async collect() {
      this.set((await storeWatch.ask()).ok ? 1 : 0);
    },
  });
  new Gauge({
    name: 'offstage_store_events',
    help: 'Events of the whole store: stored, and missing (in transit or lost). Absent while the store does not answer.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const summary = await storeWatch.summary();
      this.reset();
      if (!summary.ok) return;
      this.set({ state: 'stored' }, summary.value.events);
      this.set({ state: 'missing' }, summary.value.missing);
    },
  });
}
