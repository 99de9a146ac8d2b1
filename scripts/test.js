import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkSteps } from './lib/check-steps.js';
import { ensureChromium } from './lib/ensure-browser.js';
import { ensureFfmpeg, ensurePostgres, ensureProxies, ensureReadersTools } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { findOtherBrowsers } from './lib/other-browsers.js';
import { root } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm test: everything, from a fresh clone. Later suites run even when an earlier one failed, and the last line counts all.
await setUp({ withClients: true }).catch(fail);
const chromium = await ensureChromium().catch(fail);

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const env = {
  ...(chromium !== null && { CHROMIUM_PATH: chromium }),
  ...(await ensureProxies()),
  ...(await ensurePostgres()),
  ...(await ensureFfmpeg()),
  ...(await ensureReadersTools()),
};
let passed = 0;
let failed = 0;
/** What failed and why, once more at the end: nobody shall have to look for it in thousands of lines. */
/** @type {string[]} */
const failures = [];

/**
 * @param {string} name
 * @param {number} code exit code of the suite
 * @param {{ passed: number, failed: number }} count
 */
function add(name, code, count) {
  passed += count.passed;
  // A suite that fails without a failing test (a crash, no tests found) is a failure of its own.
  failed += code !== 0 && count.failed === 0 ? 1 : count.failed;
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
}

// What checks and compiles keeps the cores busy, while the services in their browser wait a good deal.
await Promise.all([
  runVitest('browser', { atOnce: true }),
  (async () => {
    for (const { name, command, args } of checkSteps) {
      const code = await run(command, args);
      add(name, code, { passed: code === 0 ? 1 : 0, failed: 0 });
    }
    await runVitest('unit');
    await runVitest('postgres');
  })(),
]);

const e2eFile = path.join(results, 'e2e.json');
const e2eProjects = ['--project=e2e', '--project=clients'];
const e2eCode = await run('playwright', ['test', ...e2eProjects, '--reporter=list,json'], {
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: e2eFile },
});
add('e2e', e2eCode, countPlaywright(e2eFile));

await testOtherBrowsers();

for (const line of failures) console.log(line);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A smoke journey in each browser that is there already: to install them is left to `npm run test:browsers`. */
async function testOtherBrowsers() {
  const browsers = findOtherBrowsers();
  const missing = browsers.filter(({ env }) => env === null).map(({ label }) => label);
  if (missing.length > 0)
    console.log(
      `not installed, and so not tested: ${missing.join(', ')} (npm run test:browsers installs them)`,
    );
  const found = browsers.filter(({ env }) => env !== null);
  if (found.length === 0) return;
  const file = path.join(results, 'browsers.json');
  const projects = found.map(({ project }) => `--project=${project}`);
  const args = ['test', '-c', 'playwright.browsers.config.ts', '--reporter=list,json', ...projects];
  const code = await run('playwright', args, {
    env: Object.assign({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, ...found.map(({ env }) => env)),
  });
  add(`other browsers: ${found.map(({ label }) => label).join(', ')}`, code, countPlaywright(file));
}

/**
 * @param {string} project of Vitest
 * @param {{ atOnce?: boolean }} [options] of its output
 */
async function runVitest(project, options) {
  const file = path.join(results, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', '--project', project, ...reporters], { env, ...options });
  add(project, code, countVitest(file));
}

/** @param {string} file */
function countVitest(file) {
  const report = readReport(file);
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        noteFailure(`${path.relative(root, name)} › ${fullName}`, failureMessages.join('\n'));
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

/** @param {string} file */
function countPlaywright(file) {
  const report = readReport(file);
  for (const suite of report?.suites ?? []) noteFailedSpecs(suite);
  const stats = report?.stats;
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) };
}

/**
 * A suite of Playwright's report, and all within it.
 * @param {any} suite
 */
function noteFailedSpecs({ suites = [], specs = [] }) {
  for (const { file, line, title, ok, tests } of specs) {
    if (ok) continue;
    const errors = tests.flatMap((/** @type {any} */ test) =>
      test.results.flatMap((/** @type {any} */ result) => result.errors),
    );
    noteFailure(
      `e2e/${file}:${line} › ${title}`,
      errors.map((/** @type {any} */ error) => error.message).join('\n'),
    );
  }
  for (const inner of suites) noteFailedSpecs(inner);
}

/**
 * @param {string} title
 * @param {string} message
 */
function noteFailure(title, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  failures.push(`\nFAILED ${title}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 300)}`));
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No report: the suite ended before it could write one, which its exit code tells.
    return null;
  }
}
