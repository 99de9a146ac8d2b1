import { checkSteps } from './check-steps.js';
import { findPostgres } from './find-postgres.js';
import { findOtherBrowsers } from './other-browsers.js';
import { node } from './project.js';

/** @typedef {'vitest' | 'playwright' | 'attack'} Runner that can report each of its tests */

/**
 * A suite of tests, or a check.
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} command
 * @property {Runner} [runner] without one only the exit code counts
 * @property {readonly string[]} args
 * @property {Record<string, string>} [env] further environment
 * @property {string} [unable] one sentence if the machine lacks a program for all of its tests: the
 * suite fails without being run
 */

/**
 * Order of a run: stages one after another, lanes of a stage in parallel, suites of a lane one
 * after another.
 * @typedef {object} TestPlan
 * @property {readonly (readonly (readonly Suite[])[])[]} stages
 * @property {readonly string[]} untested a sentence for each suite that this machine cannot run
 */

/** `npm run test:all` runs this many times the rounds of `npm test`. */
const faultRounds = 10;

/**
 * The suites of `npm test` on this machine.
 * @param {object} [options]
 * @param {boolean} [options.isAll] include the slow suites, for `npm run test:all`
 * @param {string | null} [options.postgres] directory of PostgreSQL's programs
 * @returns {TestPlan}
 * @throws an Error with one sentence if an environment variable names no program
 */
export function testPlan({ isAll = false, postgres = findPostgres() } = {}) {
  const attack = attackSuites(isAll);
  const browsers = otherBrowserSuites(isAll);
  return {
    stages: [
      // Each of these leaves cores idle: tests in a browser wait for their page, the store's for
      // their database. The two in a browser take turns, because they take most of the time.
      [
        [vitest('browser'), playwright('e2e', ['--project=e2e', '--project=clients'])],
        [vitest('programs')],
        [...checkSteps, vitest('unit')],
        [postgresSuite(postgres)],
      ],
      // Alone, because the attacks compare latencies.
      [attack.suites],
      [isAll ? thoroughSuites() : []],
      [browsers.suites],
      // Reads the reports of this run.
      [[{ name: 'claims', command: node, args: ['scripts/check-claims.js'] }]],
    ],
    untested: [...attack.untested, ...browsers.untested],
  };
}

/**
 * Reduces a plan to some of its suites.
 * @param {TestPlan} plan
 * @param {readonly string[]} names empty for all
 * @returns {TestPlan}
 * @throws an Error with one sentence if a suite is unknown
 */
export function choosePlan({ stages, untested }, names) {
  const known = stages.flat(2).map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown suite ${unknown.join(', ')}; this machine has ${known.join(', ')}.`);
  if (names.length === 0) return { stages, untested };
  const isWanted = (/** @type {Suite} */ { name }) => names.includes(name);
  return {
    stages: stages.map((lanes) => lanes.map((lane) => lane.filter(isWanted))),
    untested: [],
  };
}

/**
 * @param {TestPlan} plan
 * @param {(suite: Suite) => Promise<void>} run
 */
export async function runPlan({ stages }, run) {
  for (const lanes of stages) await Promise.all(lanes.map((lane) => runLane(lane, run)));
}

/**
 * @param {readonly Suite[]} lane
 * @param {(suite: Suite) => Promise<void>} run
 */
async function runLane(lane, run) {
  for (const suite of lane) await run(suite);
}

/**
 * @param {string} project Vitest's project, which is also the suite's name
 * @returns {Suite}
 */
function vitest(project) {
  return {
    name: project,
    command: 'vitest',
    runner: 'vitest',
    args: ['run', '--project', project],
  };
}

/**
 * @param {string | null} programs
 * @returns {Suite}
 */
function postgresSuite(programs) {
  const suite = vitest('postgres');
  if (programs !== null) return suite;
  const unable =
    'PostgreSQL is not installed: install it (apt-get install postgresql), or set POSTGRES_BIN to the directory of its programs.';
  return { ...suite, unable };
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Suite}
 */
function playwright(name, args, env = {}) {
  return { name, command: 'playwright', runner: 'playwright', args: ['test', ...args], env };
}

/** Further rows and rounds, the cluster, and the README's commands in a fresh copy. */
function thoroughSuites() {
  const rounds = [
    'e2e/faults/',
    '--project=e2e',
    '--project=thorough',
    `--timeout=${30_000 * faultRounds}`,
  ];
  return [
    playwright('thorough', ['--project=thorough']),
    playwright('faults', rounds, { FAULT_ROUNDS: String(faultRounds) }),
    playwright('readme', ['--project=first minutes', '--workers=1']),
  ];
}

/** @param {boolean} isAll runs the full form of `npm run attack` */
function attackSuites(isAll) {
  if (process.platform !== 'linux')
    return { suites: [], untested: ['npm run attack: it reads /proc, which only Linux has'] };
  return {
    suites: [
      {
        name: 'attack',
        command: node,
        runner: /** @type {const} */ ('attack'),
        args: ['e2e/attack/main.ts', ...(isAll ? [] : ['--short'])],
      },
    ],
    untested: [],
  };
}

/**
 * A smoke journey in each other installed browser.
 * @param {boolean} isAll includes the host interface
 */
function otherBrowserSuites(isAll) {
  const browsers = findOtherBrowsers();
  const found = browsers.filter(({ env }) => env !== null);
  const projects = isAll ? [] : found.map(({ project }) => `--project=${project}`);
  const env = Object.assign({}, ...browsers.map((browser) => browser.env ?? {}));
  return {
    suites:
      found.length === 0
        ? []
        : [playwright('browsers', ['-c', 'e2e/browsers/playwright.config.ts', ...projects], env)],
    untested: browsers
      .filter(({ env }) => env === null)
      .map(({ label }) => `${label}: it is not installed (npm run test:browsers installs it)`),
  };
}
