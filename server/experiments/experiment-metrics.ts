import { Gauge, type Registry } from 'prom-client';
import type { Experiments } from './run-experiments.ts';

/** A gauge of the experiments of this server. */
export function createExperimentMetrics(registers: Registry[]) {
  return {
    watchExperiments: (experiments: readonly { name: string }[], ran: Pick<Experiments, 'runs'>) =>
      new Gauge({
        name: 'offstage_experiment_running',
        help: '1 while pages take part in an experiment (--experiment); 0 once it has been ended.',
        labelNames: ['experiment'] as const,
        registers,
        collect() {
          for (const { name } of experiments)
            this.set({ experiment: name }, ran.runs(name) ? 1 : 0);
        },
      }),
  };
}
