import { failureLines } from './test-reports.js';

/** @typedef {import('./test-reports.js').TestResult} TestResult */

const slowestCount = 10;

/** Collects the outcomes of a run's suites, for its last lines. */
export function createTestSummary() {
  let passed = 0;
  let failed = 0;
  /** @type {string[]} */
  const failures = [];
  /** @type {{ name: string, durationMs: number }[]} */
  const phases = [];
  /** @type {string[]} */
  const untested = [];
  /** @type {TestResult[]} */
  const tests = [];

  /**
   * @param {string} name
   * @param {number} durationMs
   */
  function addPhase(name, durationMs) {
    phases.push({ name, durationMs });
  }

  return {
    addPhase,
    /** @param {string} sentence names a suite that cannot run on this machine, with the reason */
    addUntested(sentence) {
      untested.push(sentence);
    },
    /** @param {import('./run-reported-suite.js').SuiteOutcome} outcome */
    add({ name, code, reason, durationMs, results }) {
      addPhase(name, durationMs);
      tests.push(...(results ?? []));
      const failing = (results ?? []).filter(({ outcome }) => outcome === 'failed');
      passed +=
        results === null
          ? Number(code === 0)
          : results.filter(({ outcome }) => outcome === 'passed').length;
      failed += failing.length;
      for (const { title, message } of failing) failures.push(...failureLines(title, message));
      // A suite that fails without a failing test (a crash, no tests found) counts as one failure.
      if (code !== 0 && failing.length === 0) {
        failed += 1;
        failures.push(
          ...failureLines(name, reason ?? `It ended with exit code ${code} and no failing test.`),
        );
      } else if (reason !== null) failures.push(...failureLines(name, reason));
    },
    /** The end of the output. Programs read its last line. */
    lines() {
      const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestCount);
      return [
        ...failures,
        ...(untested.length > 0
          ? ['\nNot tested on this machine:', ...untested.map((line) => `    ${line}`)]
          : []),
        '\nDuration of each phase:',
        ...phases.map(({ name, durationMs }) => `${seconds(durationMs)}  ${name}`),
        '\nThe slowest tests:',
        ...slowest.map(({ title, durationMs }) => `${seconds(durationMs)}  ${title}`),
        `\n${passed} passed, ${failed} failed`,
      ];
    },
    hasFailed: () => failed > 0,
  };
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10);
}
