import type { Mutant } from './mutant.ts';

/** Survivors that no test of behaviour can kill, or that are not worth one. */
export const explainedSurvivors: readonly (Omit<Mutant, 'id' | 'line'> & { reason: string })[] = [];
