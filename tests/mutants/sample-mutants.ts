import fc from 'fast-check';
import type { Mutant } from './mutant.ts';

/** @returns the same mutants for the same sources, count and seed, in the order of the sources */
export function sampleMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const length = Math.min(count, mutants.length);
  const subset = fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length });
  const [sample = []] = fc.sample(subset, { seed, numRuns: 1 });
  return sample;
}

/** Names a mutant by its code, so that the name stays when its line moves. */
export function keyOf({ file, code, before, after }: Omit<Mutant, 'id' | 'line'>): string {
  return JSON.stringify([file, code, before, after]);
}
