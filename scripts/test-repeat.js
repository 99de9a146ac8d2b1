import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseRounds, currentCommit } from './lib/choose-rounds.js';
import { fail } from './lib/fail.js';
import { abortOnInterrupt, interruptedCode } from './lib/interrupt.js';
import { prepareTests } from './lib/prepare-tests.js';
import { root } from './lib/project.js';
import { createRoundFile, readRounds } from './lib/round-file.js';
import { roundLines } from './lib/round-lines.js';
import { runReportedSuite } from './lib/run-reported-suite.js';
import { startLoad } from './lib/start-load.js';
import { choosePlan, runPlan, testPlan } from './lib/suites.js';

// npm run test:repeat -- N [--load] [--suite NAME …] [--since DATE|COMMIT]: the suites of npm test N times, and how often each test failed.
// Rounds add up over several sittings; with 0 it only reports. docs/testing.md, "How often does a test fail?".
const directory = path.join(root, 'test-rounds');
const { count, load, names, since } = readArguments();
const plan = check(() => choosePlan(testPlan(), names));
// Before the first round, for a mistake should not cost it.
check(() => chooseRounds([], since));

const env = count === 0 ? {} : await prepareTests().catch(fail);
const signal = abortOnInterrupt();
for (let index = 0; index < count && !signal.aborted; index += 1) await runRound(index);

const rounds = chooseRounds(readRounds(directory), since);
for (const line of roundLines(rounds)) console.log(line);
process.exit(signal.aborted ? interruptedCode : rounds.some(hasFailed) ? 1 : 0);

/** @param {number} index */
async function runRound(index) {
  const startedAt = new Date().toISOString();
  const name = startedAt.replaceAll(':', '-');
  const results = path.join(directory, name);
  mkdirSync(results, { recursive: true });
  const machineLoad = loadavg()[0] ?? 0;
  const running = load ? startLoad() : null;
  console.log(`Round ${index + 1} of ${count}, load: ${running?.label ?? 'none'}`);
  const file = createRoundFile(`${results}.json`, {
    startedAt,
    ...currentCommit(),
    load: running?.label ?? null,
    machineLoad,
  });
  let isAllOk = true;
  await runPlan(plan, async (suite) => {
    if (signal.aborted) return;
    file.suiteStarted(suite.name);
    const outcome = await runReportedSuite(suite, { results, env, signal });
    // A suite that was ended from outside has shown nothing.
    if (signal.aborted) return;
    isAllOk &&= outcome.code === 0;
    file.suiteEnded(outcome);
    console.log(`${outcome.code === 0 ? 'ok    ' : 'FAILED'} ${suite.name}`);
  });
  await running?.stop();
  file.end({ endedAt: new Date().toISOString(), isInterrupted: signal.aborted });
  // The reports and what a stalled suite has left are needed only to find out why.
  if (isAllOk) rmSync(results, { recursive: true });
}

/** @param {import('./lib/round-file.js').Round} round */
function hasFailed({ suites }) {
  return Object.values(suites).some((suite) => suite !== null && suite.code !== 0);
}

function readArguments() {
  const { values, positionals } = check(() =>
    parseArgs({
      allowPositionals: true,
      options: {
        load: { type: 'boolean', default: false },
        suite: { type: 'string', multiple: true, default: [] },
        since: { type: 'string' },
      },
    }),
  );
  const count = Number(positionals[0]);
  if (positionals.length !== 1 || !Number.isInteger(count) || count < 0)
    fail('How often? npm run test:repeat -- 5, or 0 for a report of the rounds so far.', 2);
  return { count, load: values.load, names: values.suite, since: values.since };
}

/**
 * @template T
 * @param {() => T} read what a person has written
 * @returns {T}
 */
function check(read) {
  try {
    return read();
  } catch (error) {
    return fail(error, 2);
  }
}
