import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { currentCommit } from './choose-rounds.js';
import { createRoundFile, roundEnding } from './round-file.js';
import { runReportedSuite } from './run-reported-suite.js';
import { startLoad } from './start-load.js';
import { runPlan } from './suites.js';

/** @typedef {import('./run-reported-suite.js').SuiteOutcome} SuiteOutcome */

/**
 * Runs suites repeatedly, and stores each round in a file of its own.
 * @param {object} rounds
 * @param {import('./suites.js').TestPlan} rounds.plan
 * @param {number} rounds.count
 * @param {string} rounds.directory of the rounds' files
 * @param {boolean} rounds.withLoad whether a load runs beside the suites
 * @param {Record<string, string>} rounds.env
 * @param {AbortSignal} rounds.signal ends the round with all that it started
 * @param {number} [rounds.interruptMs] how long an interrupted suite may take to end itself
 * @param {(line: string) => void} [rounds.print]
 */
export async function runRounds({
  plan,
  count,
  directory,
  withLoad,
  env,
  signal,
  interruptMs,
  print = console.log,
}) {
  for (let index = 0; index < count && !signal.aborted; index += 1) {
    const startedAt = new Date().toISOString();
    const results = path.join(directory, startedAt.replaceAll(':', '-'));
    mkdirSync(results, { recursive: true });
    const machineLoad = loadavg()[0] ?? 0;
    const load = withLoad ? startLoad() : null;
    print(`Round ${index + 1} of ${count}, load: ${load?.label ?? 'none'}`);
    const facts = { startedAt, ...currentCommit(), load: load?.label ?? null, machineLoad };
    const file = createRoundFile(`${results}${roundEnding}`, facts);
    const hasFailed = await runRound(plan, file, { results, env, signal, interruptMs, print });
    await load?.stop();
    file.end({ endedAt: new Date().toISOString(), isInterrupted: signal.aborted });
    // The reports, and files of a stalled suite, are only needed for finding the cause of a
    // failure.
    if (!hasFailed) rmSync(results, { recursive: true });
  }
}

/**
 * @param {import('./suites.js').TestPlan} plan
 * @param {ReturnType<typeof createRoundFile>} file
 * @param {{ results: string, env: Record<string, string>, signal: AbortSignal,
 *   interruptMs: number | undefined, print: (line: string) => void }} run
 * @returns {Promise<boolean>} whether a suite has failed
 */
async function runRound(plan, file, { print, ...run }) {
  let hasFailed = false;
  await runPlan(plan, async (suite) => {
    if (run.signal.aborted) return;
    file.suiteStarted(suite.name);
    const outcome = await runReportedSuite(suite, run);
    // An interrupted suite has no result.
    if (run.signal.aborted) return;
    hasFailed ||= outcome.code !== 0;
    file.suiteEnded(outcome);
    print(`${outcome.code === 0 ? 'ok    ' : 'FAILED'} ${suite.name}`);
  });
  return hasFailed;
}
