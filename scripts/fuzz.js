import { randomInt } from 'node:crypto';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run fuzz: the fuzz tests of npm test with 100,000 cases each, for every night. More or fewer: OFFSTAGE_FUZZ_RUNS. What failed is
// found again with the seed that stands here and in the report: OFFSTAGE_FUZZ_SEED.
await setUp({ withClients: false }).catch(fail);

/** With more digits it would not be the number that the report repeats. */
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
