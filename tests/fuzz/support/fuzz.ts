import fc from 'fast-check';
import { test } from 'vitest';

/** Cases of each test: few by default, or the number that `npm run fuzz` sets. */
const fuzzRuns = Number(process.env.OFFSTAGE_FUZZ_RUNS ?? 200);
const seed = process.env.OFFSTAGE_FUZZ_SEED;

/** Parameters of `fc.assert`. Its report of a failure has the seed for `OFFSTAGE_FUZZ_SEED`. */
export const fuzzParameters = {
  numRuns: fuzzRuns,
  ...(seed !== undefined && { seed: Number(seed) }),
} as const;

const longRuns = 10_000;
const hourMs = 3_600_000;

/** Options of a test with this number of cases. */
export const fuzzPatience = fuzzRuns >= longRuns ? { timeout: hourMs } : {};

/**
 * A test of a property with `fuzzRuns` cases. A long one reports its progress now and then.
 * @param check throws for a failing case
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
