import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSteps } from './lib/check-steps.js';
import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { root } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm test: everything, from a fresh clone. Later suites run even when an earlier one failed, and the last line counts all.
await setUp({ withClients: true }).catch(fail);
const chromium = await ensureChromium().catch(fail);

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const env = chromium === null ? {} : { CHROMIUM_PATH: chromium };
let passed = 0;
let failed = 0;

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

for (const { name, command, args } of checkSteps) {
  const code = await run(command, args);
  add(name, code, { passed: code === 0 ? 1 : 0, failed: 0 });
}

for (const project of ['unit', 'browser']) {
  const file = path.join(results, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', '--project', project, ...reporters], { env });
  add(project, code, countVitest(file));
}

const e2eFile = path.join(results, 'e2e.json');
const e2eCode = await run('playwright', ['test', '--reporter=list,json'], {
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: e2eFile },
});
add('e2e', e2eCode, countPlaywright(e2eFile));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} file */
function countVitest(file) {
  const report = readReport(file);
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

/** @param {string} file */
function countPlaywright(file) {
  const stats = readReport(file)?.stats;
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) };
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
