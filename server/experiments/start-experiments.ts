import { setTimeout as wait } from 'node:timers/promises';
import type { Metrics } from '../operator/metrics/create-metrics.ts';
import type { ServerOptions } from '../options/server-options.js';
import { StoreError } from '../store/store-problem.ts';
import type { Experiment } from './experiment.ts';
import { experimentsLimits } from './experiments-limits.ts';
import { type Experiments, type ExperimentsDeps, runExperiments } from './run-experiments.ts';

/** Looks after the experiments every minute, until it is stopped. */
export function startExperiments(
  experiments: readonly Experiment[],
  retreats: ServerOptions['retreats'],
  deps: ExperimentsDeps & {
    metrics: Pick<Metrics, 'watchExperiments'>;
    reportError: (error: unknown) => void;
  },
): Experiments & { stop(): Promise<void> } {
  const ran = runExperiments(experiments, retreats, deps);
  deps.metrics.watchExperiments(experiments, ran);
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await ran.look();
      } catch (error) {
        // Health and metrics say that the store is away.
        if (!(error instanceof StoreError)) deps.reportError(error);
      }
      const { lookEveryMs } = experimentsLimits;
      await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  // Without experiments there is nothing to look after.
  const running = experiments.length === 0 ? Promise.resolve() : run();
  return {
    ...ran,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
