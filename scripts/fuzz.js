import { randomInt } from 'node:crypto';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run fuzz: runs the fuzz tests of npm test with 100,000 cases each, for nightly runs.
// OFFSTAGE_FUZZ_RUNS sets another number. OFFSTAGE_FUZZ_SEED repeats a failed run; the output and
// the report have its seed.
await setUp({ withClients: false }).catch(fail);

/** The report repeats larger seeds as another number. */
const seedMax = 2 ** 31 - 1;
const runs = process.env.OFFSTAGE_FUZZ_RUNS ?? '100000';
const seed = process.env.OFFSTAGE_FUZZ_SEED ?? String(randomInt(seedMax));
console.log(`${Number(runs).toLocaleString('en')} cases for each test, seed ${seed}`);

const env = { OFFSTAGE_FUZZ_RUNS: runs, OFFSTAGE_FUZZ_SEED: seed };
const tests = ['tests/fuzz', 'tests/unit/bridge/host-properties.test.ts'];
const code = await run(
  'vitest',
  ['run', '--project', 'unit', '--reporter=verbose', ...tests, ...process.argv.slice(2)],
  {
    env,
  },
);
if (code !== 0) console.error(`Again with the same cases: OFFSTAGE_FUZZ_SEED=${seed} npm run fuzz`);
process.exit(code);
