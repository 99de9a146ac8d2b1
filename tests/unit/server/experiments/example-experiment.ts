import type { Experiment } from '../../../../server/experiments/experiment.ts';

/** An experiment with a flag for a share of the embeds. */
export const exampleExperiment = (changes: Partial<Experiment> = {}): Experiment => ({
  key: 'fast=0.1 flag',
  name: 'fast',
  share: 0.1,
  effect: 'flag',
  runtime: null,
  build: null,
  arms: { control: 1, treatment: 2 },
  ...changes,
});
