import { onTestFinished } from 'vitest';
import { createLog } from '../../../../server/operator/log/create-log.ts';
import { createMetrics, type Metrics } from '../../../../server/operator/metrics/create-metrics.ts';
import { otlpLimits } from '../../../../server/operator/otlp/otlp-limits.ts';
import { startOtlp } from '../../../../server/operator/otlp/start-otlp.ts';

/**
 * Exports the log at once, metrics never, and does not try again: the library waits for 800 ms or
 * more before it does, and gives up if less time is left.
 */
const quick = { ...otlpLimits, logEveryMs: 1, metricsEveryMs: 1_000_000, exportMs: 700 };

/** An export to a collector, until the end of the test. */
export function startTestOtlp(
  url: string,
  changes: Partial<Record<keyof typeof otlpLimits, number>> = {},
  metrics: Metrics = createMetrics(),
) {
  const lines: string[] = [];
  const clock = { elapsedMs: 0 };
  const log = createLog({
    format: 'text',
    print: (line) => lines.push(line),
    printError: (line) => lines.push(line),
    now: Date.now,
  });
  const otlp = startOtlp(url, {
    log,
    metrics,
    now: Date.now,
    elapsedMs: () => clock.elapsedMs,
    limits: { ...quick, stopMs: 1, ...changes },
  });
  onTestFinished(async () => {
    await otlp.stopMetrics();
    await otlp.stop();
  });
  return {
    otlp,
    metrics,
    clock,
    /** @returns what it printed about exporting */
    reports: () => lines.filter((line) => line.includes('--otlp') || line.includes('again')),
    /** @returns exports by their kind and outcome: `log sent` */
    exports: async () => {
      const { values } = await metrics.otlpExports.get();
      return Object.fromEntries(
        values.map(({ labels, value }) => [`${labels.kind} ${labels.outcome}`, value]),
      );
    },
    /** @returns dropped records by reason */
    dropped: async () => {
      const { values } = await metrics.otlpDropped.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]));
    },
  };
}
