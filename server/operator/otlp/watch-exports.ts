import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';

/** Both have their own address at the collector, so each may fail alone. */
export type Exported = 'metrics' | 'log';

export interface WatchDeps {
  log: Log;
  metrics: Pick<Metrics, 'otlpExports'>;
  /** The collector in sentences. */
  collector: string;
  steadyMs: number;
  /** Milliseconds that only grow. */
  elapsedMs: () => number;
}

export interface ExportWatch {
  /** @param problem a part of a sentence; `null` if the export succeeded */
  ended(what: Exported, problem: string | null): void;
  /** The collector has taken an export, but not all of it. */
  rejected(what: Exported): void;
}

/**
 * Counts exports. The log has a sentence when they begin to fail, and another when they have worked
 * again for a while. Both are exported too, so a sentence for every failure would cause the next.
 */
export function watchExports(deps: WatchDeps): ExportWatch {
  const { log, metrics, collector, steadyMs, elapsedMs } = deps;
  const failedMs = new Map<Exported, number>();
  function begins(what: Exported, sentence: string): void {
    const isNew = !failedMs.has(what);
    failedMs.set(what, elapsedMs());
    if (isNew) log.warn('OTLP', `${sentence} The server goes on, and says when it works again.`);
  }

  return {
    rejected: (what) =>
      begins(
        what,
        `${collector} (--otlp) rejects a part of the ${what}: its own log has the reason.`,
      ),
    ended(what, problem) {
      metrics.otlpExports.inc({ kind: what, outcome: problem === null ? 'sent' : 'failed' });
      const lastMs = failedMs.get(what);
      if (problem !== null)
        begins(what, `The ${what} cannot be exported to ${collector} (--otlp): ${problem}.`);
      else if (lastMs !== undefined && elapsedMs() - lastMs >= steadyMs) {
        failedMs.delete(what);
        log.info('OTLP', `The ${what} can be exported to ${collector} again.`);
      }
    },
  };
}
