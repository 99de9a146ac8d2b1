import path from 'node:path';
import { runSuite } from './run-suite.js';
import { readReport } from './test-reports.js';

/** @typedef {import('./suites.js').Suite} Suite */
/** @typedef {import('./test-reports.js').TestResult} TestResult */

/**
 * Outcome of a suite.
 * @typedef {object} SuiteOutcome
 * @property {string} name
 * @property {number} code exit code
 * @property {string | null} reason one sentence if it could not run, stalled or broke off
 * @property {number} durationMs
 * @property {readonly TestResult[] | null} results null for a check, which counts as one test
 */

/**
 * Arguments with which each runner writes a report that `readReport` can read.
 * @type {Readonly<Record<import('./suites.js').Runner,
 *   (report: string) => { args: string[], env?: Record<string, string> }>>}
 */
const reporters = {
  vitest: (report) => ({ args: [`--outputFile.json=${report}`] }),
  playwright: (report) => ({
    args: ['--reporter=list,json,./scripts/progress/playwright-progress.js'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }),
  attack: (report) => ({ args: ['--report', report] }),
};

/**
 * Runs a suite and reads its report.
 * @param {Suite} suite
 * @param {object} run
 * @param {string} run.results directory of the reports
 * @param {Record<string, string>} run.env
 * @param {AbortSignal} [run.signal] ends the suite with all that it started
 * @param {number} [run.interruptMs] how long it may take to end itself
 * @param {(text: string) => void} [run.write]
 * @returns {Promise<SuiteOutcome>}
 */
export async function runReportedSuite(
  { name, command, runner, args, env: own = {}, unable },
  { results, env, signal, interruptMs, write },
) {
  if (unable !== undefined) return { name, code: 1, reason: unable, durationMs: 0, results: [] };
  const report = path.join(results, `${name}.json`);
  const reporter = runner && reporters[runner](report);
  const startMs = performance.now();
  const { code, reason } = await runSuite({
    name,
    command,
    args: [...args, ...(reporter?.args ?? [])],
    results,
    signal,
    interruptMs,
    write,
    env: { ...env, ...own, ...reporter?.env, OFFSTAGE_TEST_RESULTS: results },
  });
  const durationMs = performance.now() - startMs;
  return { name, code, reason, durationMs, results: reporter ? readReport(report) : null };
}
