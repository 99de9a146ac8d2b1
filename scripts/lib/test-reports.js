import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.js';

/**
 * A test, from its suite's report.
 * @typedef {object} TestResult
 * @property {string} file its path from the project's root
 * @property {string} title with its file, and the titles of the groups around it
 * @property {'passed' | 'failed' | 'other'} outcome `other` was skipped
 * @property {number} durationMs
 * @property {string} message why it failed, or empty
 */

/**
 * @param {string} file a report of Vitest's or Playwright's JSON reporter, or of `npm run attack`
 * @returns {TestResult[]} empty if the suite ended before it could write a report; its exit code
 * shows that
 */
export function readReport(file) {
  const report = readJson(file);
  if (report?.testResults) return report.testResults.flatMap(vitestResults);
  if (report?.attacks) return report.attacks.map(attackResult);
  // Skip the first level of suites, the files: titles contain them anyway.
  return (report?.suites ?? []).flatMap((/** @type {any} */ suite) => playwrightResults(suite, []));
}

/**
 * The first lines of a failure, for the end of the output.
 * @param {string} title
 * @param {string} message
 * @returns {string[]}
 */
export function failureLines(title, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`\nFAILED ${title}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 300)}`)];
}

/**
 * @param {any} file
 * @returns {TestResult[]}
 */
function vitestResults({ name, assertionResults }) {
  const testFile = path.relative(root, name).replaceAll(path.sep, '/');
  return assertionResults.map(
    (/** @type {any} */ { fullName, status, failureMessages, duration }) => ({
      file: testFile,
      title: `${testFile} › ${fullName}`,
      outcome: status === 'passed' || status === 'failed' ? status : 'other',
      durationMs: duration ?? 0,
      message: failureMessages.join('\n'),
    }),
  );
}

/**
 * Reads a suite of Playwright's report, with all nested suites. A test that passed only after a
 * retry counts as failed.
 * @param {any} suite
 * @param {readonly string[]} groups titles of the groups around its tests
 * @returns {TestResult[]}
 */
function playwrightResults({ suites = [], specs = [] }, groups) {
  /** @type {TestResult[]} */
  const own = specs.flatMap((/** @type {any} */ { file, line, title, tests }) =>
    tests.map((/** @type {any} */ { status, results }) => ({
      file: `e2e/${file}`,
      title: `e2e/${file}:${line} › ${[...groups, title].join(' › ')}`,
      outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'other' : 'failed',
      durationMs: results.reduce(
        (/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration,
        0,
      ),
      message: results
        .flatMap((/** @type {any} */ { errors }) => errors)
        .map((/** @type {any} */ { message }) => message)
        .join('\n'),
    })),
  );
  return [
    ...own,
    ...suites.flatMap((/** @type {any} */ suite) =>
      playwrightResults(suite, [...groups, suite.title]),
    ),
  ];
}

/**
 * @param {any} attack with the statements that were not met
 * @returns {TestResult}
 */
function attackResult({ file, title, durationMs, notMet }) {
  return {
    file,
    title: `${file} › ${title}`,
    outcome: notMet.length === 0 ? 'passed' : 'failed',
    durationMs,
    message: notMet.join('\n'),
  };
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
