import type { EmbedBuild } from '../pages/embed/embed-build.ts';
import { controlShare } from '../store/reports/experiments/control-share.ts';
import type { Experiment } from './experiment.ts';

/** The part of one page in the experiments. */
export interface Assignment {
  /** Its arms; players send them with each event. */
  experimentIds: number[];
  /** Flags of its treatments, `name=true`. */
  flags: string[];
  runtime: 'main' | 'worker' | null;
  /** `null` for the usual build. */
  build: EmbedBuild | null;
}

/** A page without experiments has this one. */
export const noAssignment: Assignment = {
  experimentIds: [],
  flags: [],
  runtime: null,
  build: null,
};

/**
 * Draws the arms of one page, each experiment by itself. Some pages are in neither arm.
 * @param hasRuntime whether the embed's URL names a runtime, which no experiment changes
 * @param random 0 to below 1
 */
export function assignArms(
  experiments: readonly Experiment[],
  { hasRuntime, random }: { hasRuntime: boolean; random: () => number },
): Assignment {
  const assignment: Assignment = { experimentIds: [], flags: [], runtime: null, build: null };
  for (const { name, share, arms, runtime, build } of experiments) {
    if (runtime !== null && hasRuntime) continue;
    const drawn = random();
    if (drawn < share) {
      assignment.experimentIds.push(arms.treatment);
      assignment.flags.push(`${name}=true`);
      assignment.runtime ??= runtime;
      assignment.build ??= build;
    } else if (drawn >= 1 - controlShare(share)) assignment.experimentIds.push(arms.control);
  }
  return assignment;
}
