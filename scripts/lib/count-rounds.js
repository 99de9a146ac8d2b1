/** @typedef {import('./round-file.js').Round} Round */
/** @typedef {import('./test-reports.js').TestResult} TestResult */

/**
 * How often a test, or a whole suite, failed.
 * @typedef {object} FailureRate
 * @property {string} title
 * @property {number} failed rounds
 * @property {number} ran rounds in which it ran to its end
 * @property {string} message message of its first failure
 */

/** @typedef {{ title: string, longestMs: number, medianMs: number }} TestDuration */

/**
 * @param {readonly Round[]} rounds
 * @returns {FailureRate[]} all that failed at least once, the most frequent first
 */
export function failureRates(rounds) {
  /** @type {Map<string, FailureRate>} */
  const rates = new Map();
  for (const round of rounds) {
    for (const [title, failure] of outcomesOf(round)) {
      const before = rates.get(title) ?? { title, failed: 0, ran: 0, message: '' };
      rates.set(title, {
        title,
        failed: before.failed + Number(failure !== null),
        ran: before.ran + 1,
        message: before.message || (failure ?? ''),
      });
    }
  }
  return [...rates.values()]
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed / b.ran - a.failed / a.ran || a.title.localeCompare(b.title));
}

/**
 * @param {readonly Round[]} rounds
 * @param {number} count
 * @returns {TestDuration[]} the slowest tests, by their longest time
 */
export function slowestTests(rounds, count) {
  /** @type {Map<string, number[]>} */
  const durations = new Map();
  for (const { suites } of rounds) {
    for (const { title, durationMs } of Object.values(suites).flatMap(
      (suite) => suite?.results ?? [],
    )) {
      const key = withoutLine(title);
      durations.set(key, [...(durations.get(key) ?? []), durationMs]);
    }
  }
  return [...durations]
    .map(([title, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return {
        title,
        longestMs: sorted.at(-1) ?? 0,
        medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
      };
    })
    .sort((a, b) => b.longestMs - a.longestMs)
    .slice(0, count);
}

/**
 * Outcomes of a round's tests and of its whole suites. A suite during which the round died has no
 * outcome, and neither have its tests.
 * @param {Round} round
 * @returns {Map<string, string | null>} the failure message by title, or null if it passed
 */
function outcomesOf({ suites }) {
  /** @type {Map<string, string | null>} */
  const outcomes = new Map();
  for (const suite of Object.values(suites)) {
    if (suite === null) continue;
    for (const { title, outcome, message } of suite.results ?? []) {
      if (outcome === 'other') continue;
      const key = withoutLine(title);
      // A test that ran in two browsers, or over two stores, failed if it failed in one.
      const before = outcomes.get(key) ?? null;
      outcomes.set(
        key,
        before ?? (outcome === 'failed' ? message || 'It failed without a message.' : null),
      );
    }
    outcomes.set(`the suite ${suite.name}`, suiteFailure(suite));
  }
  return outcomes;
}

/**
 * A whole suite failed if it stalled, or if it failed without a failing test: it crashed, or is a
 * check.
 * @param {import('./run-reported-suite.js').SuiteOutcome} suite
 */
function suiteFailure({ code, reason, results }) {
  if (reason !== null) return reason;
  if (code === 0 || results?.some(({ outcome }) => outcome === 'failed')) return null;
  return `It ended with exit code ${code} and no failing test.`;
}

/**
 * Line numbers are removed, because edits above a test change them.
 * @param {string} title `FILE:LINE › …`
 */
function withoutLine(title) {
  return title.replace(/^(\S+):\d+ › /, '$1 › ');
}
