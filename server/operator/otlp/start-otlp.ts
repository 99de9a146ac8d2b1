import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { bothLogs, createExportedLog, type LogEvent } from './exported-log.ts';
import type { Exporters } from './open-exporters.ts';
import { otlpLimits } from './otlp-limits.ts';
import { watchExports } from './watch-exports.ts';

export interface OtlpDeps {
  /** Prints. */
  log: Log;
  metrics: Pick<Metrics, 'readValues' | 'otlpDropped' | 'otlpExports'>;
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
  limits?: Readonly<Record<keyof typeof otlpLimits, number>>;
}

export interface Otlp {
  /** Prints, and exports what it prints. */
  log: Log;
  /** Only exports, for what is printed in another form. */
  exportedLog: Log;
  /** Exports the metrics once more, and no longer. Takes a limited time. */
  stopMetrics(): Promise<void>;
  /** Exports what waits of the log, and no more. Takes a limited time. */
  stop(): Promise<void>;
}

/**
 * Exports metrics and log to the operator's collector, with OpenTelemetry's library.
 * @param url its base address, without a slash at its end
 */
export function startOtlp(url: string, deps: OtlpDeps): Otlp {
  const { metrics, now, elapsedMs, limits = otlpLimits } = deps;
  let exporters: Exporters | null = null;
  const early: LogEvent[] = [];
  const emit = (event: LogEvent) => {
    if (exporters !== null) exporters.emit(event);
    else if (early.length < limits.waitingMaxCount) early.push(event);
    else metrics.otlpDropped.inc({ reason: 'full' });
  };
  const exportedLog = createExportedLog(emit, now);
  const log = bothLogs(deps.log, exportedLog);
  // The path may hold a secret.
  const collector = new URL(url).origin;
  const watch = watchExports({ log, metrics, collector, steadyMs: limits.steadyMs, elapsedMs });
  // The library takes a tenth of a second to load, which no other server pays.
  const opened = import('./open-exporters.ts').then(({ openExporters }) => {
    const identity = { version: ownVersion(), instanceId: randomUUID() };
    exporters = openExporters(url, { metrics, watch, now, limits, ...identity });
    for (const event of early.splice(0)) exporters.emit(event);
    return exporters;
  });
  opened.catch((error) => log.error('OTLP', error));
  /** Errors have been reported by then. */
  const limited = async (stop: (exporters: Exporters) => Promise<void>) => {
    const over = new AbortController();
    const { signal } = over;
    const limit = wait(limits.stopMs, undefined, { signal });
    await Promise.race([opened.then(stop), limit]).catch(() => {});
    over.abort();
    await limit.catch(() => {});
  };
  return {
    log,
    exportedLog,
    stopMetrics: () => limited((exporters) => exporters.stopMetrics()),
    stop: () => limited((exporters) => exporters.stopLog()),
  };
}

/** Both the repository and the npm package have it there. */
function ownVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
