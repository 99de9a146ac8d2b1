import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseRounds } from './lib/choose-rounds.js';
import { fail, orFail } from './lib/fail.js';
import { abortOnInterrupt, interruptedCode } from './lib/interrupt.js';
import { prepareTests } from './lib/prepare-tests.js';
import { root } from './lib/project.js';
import { readRounds } from './lib/round-file.js';
import { roundLines } from './lib/round-lines.js';
import { runRounds } from './lib/run-rounds.js';
import { choosePlan, testPlan } from './lib/suites.js';

// npm run test:repeat -- N [--load] [--suite NAME …] [--since DATE|COMMIT]: runs the suites of npm
// test N times, and reports how often each test failed. Rounds of several runs add up; with 0 it
// only reports. docs/testing.md, "How often does a test fail?".
const directory = path.join(root, 'test-rounds');
const { count, load, names, since } = readArguments();
const choose = () => choosePlan(testPlan(), names);
// Check the arguments first, so that a mistake costs no installation and no round.
orFail(choose, 2);
orFail(() => chooseRounds([], since), 2);

const env = count === 0 ? {} : await prepareTests().catch(fail);
// Repeat, because programs may have been installed meanwhile.
const plan = orFail(choose);
const signal = abortOnInterrupt();
await runRounds({ plan, count, directory, withLoad: load, env, signal }).catch(fail);

const rounds = chooseRounds(readRounds(directory), since);
for (const line of roundLines(rounds)) console.log(line);
process.exit(signal.aborted ? interruptedCode : rounds.some(hasFailed) ? 1 : 0);

/** @param {import('./lib/round-file.js').Round} round */
function hasFailed({ suites }) {
  return Object.values(suites).some((suite) => suite !== null && suite.code !== 0);
}

function readArguments() {
  const { values, positionals } = orFail(
    () =>
      parseArgs({
        allowPositionals: true,
        options: {
          load: { type: 'boolean', default: false },
          suite: { type: 'string', multiple: true, default: [] },
          since: { type: 'string' },
        },
      }),
    2,
  );
  const count = Number(positionals[0]);
  if (positionals.length !== 1 || !Number.isInteger(count) || count < 0)
    fail(
      'The number of rounds is missing: npm run test:repeat -- 5, or 0 for a report of the rounds so far.',
      2,
    );
  return { count, load: values.load, names: values.suite, since: values.since };
}
