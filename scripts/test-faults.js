import { randomInt } from 'node:crypto';
import { ensureTestBrowsers } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:faults: runs only the fault suite, with forty times the rounds. One seed for all
// rounds repeats the same choices: FAULT_ROUNDS=1 FAULT_SEED=42 npm run test:faults
// The project `thorough` needs the client pages.
await setUp({ withClients: true }).catch(fail);
const browsers = await ensureTestBrowsers().catch(fail);
const rounds = process.env.FAULT_ROUNDS ?? '40';
const seed = process.env.FAULT_SEED ?? String(randomInt(2 ** 31));
console.log(`FAULT_ROUNDS=${rounds} FAULT_SEED=${seed}`);

// More rounds need a longer time limit; the tests themselves wait only for events.
const args = [
  'test',
  'e2e/faults/',
  '--project=e2e',
  '--project=thorough',
  `--timeout=${30_000 * Math.max(4, Number(rounds))}`,
];
const env = {
  FAULT_ROUNDS: rounds,
  FAULT_SEED: seed,
  ...browsers,
};
const workers = await run(
  'vitest',
  ['run', '--project', 'browser', 'tests/browser/services/services-faults.test.ts'],
  {
    env: { ...env, VITE_FAULT_SEEDS: String(Math.ceil(0.75 * Number(rounds))) },
  },
);
const journeys = await run('playwright', [...args, '--reporter=list', ...process.argv.slice(2)], {
  env,
});
process.exit(workers || journeys);
