import { runSuite } from '../../scripts/lib/run-suite.js';

export interface StallingSuite {
  command: string;
  args: string[];
  /** Directory of the suite's results. */
  results: string;
  /** Where the suite hangs, or its output just before. */
  place: RegExp;
}

/** How long the suite may be quiet, and the step of the clock between two checks. */
const [quietMs, lookMs] = [20_000, 10_000];

/**
 * Runs a suite that hangs on purpose. The clock is stopped until the suite has reached the point
 * where it hangs.
 */
export async function runStalling({ place, ...suite }: StallingSuite) {
  let nowMs = 0;
  let output = '';
  const { code, reason } = await runSuite({
    ...suite,
    name: 'stalling',
    quietMs,
    clock: {
      now: () => nowMs,
      every(_ms, job) {
        const timer = setInterval(job, 50);
        return () => clearInterval(timer);
      },
    },
    onLook(where) {
      if (place.test(where) || place.test(output)) nowMs += lookMs;
    },
    write: (text) => {
      output += text;
    },
  });
  return { code, reason, output };
}
