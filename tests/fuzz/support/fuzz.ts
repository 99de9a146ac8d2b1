import fc from 'fast-check';
import { test } from 'vitest';

/** Cases of each test: as many as a change can wait for, or what `npm run fuzz` asks for. */
const fuzzRuns = Number(process.env.OFFSTAGE_FUZZ_RUNS ?? 2_000);
const seed = process.env.OFFSTAGE_FUZZ_SEED;

/** Parameters of `fc.assert`. Its report of a failure names the seed, by which `OFFSTAGE_FUZZ_SEED` finds it again. */
export const fuzzParameters = {
  numRuns: fuzzRuns,
  ...(seed !== undefined && { seed: Number(seed) }),
} as const;

const longRuns = 10_000;
const hourMs = 3_600_000;

/** Options of a test with so many cases. */
export const fuzzPatience = fuzzRuns >= longRuns ? { timeout: hourMs } : {};

/**
 * A test of a property with as many cases as `fuzzRuns`. A long one says every now and then how far it is.
 * @param check throws for a case that is not as it should be
 */
export function fuzz<T>(
  title: string,
  cases: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
): void {
  let done = 0;
  const counted = async (value: T) => {
    await check(value);
    done += 1;
    if (fuzzRuns >= longRuns && done % (fuzzRuns / 10) === 0)
      process.stderr.write(
        `${done.toLocaleString('en')} of ${fuzzRuns.toLocaleString('en')}: ${title}\n`,
      );
  };
  test(title, fuzzPatience, () => fc.assert(fc.asyncProperty(cases, counted), fuzzParameters));
}
