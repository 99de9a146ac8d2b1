import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSteps } from './lib/check-steps.js';
import { ensureChromium } from './lib/ensure-browser.js';
import { ensureFfmpeg, ensurePostgres, ensureProxies, ensureReadersTools } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { findOtherBrowsers } from './lib/other-browsers.js';
import { node, root } from './lib/project.js';
import { runSuite } from './lib/run-suite.js';
import { setUp } from './lib/set-up.js';
import { readReport } from './lib/test-reports.js';
import { createTestSummary } from './lib/test-summary.js';

// npm test: everything, from a fresh clone. Later suites run even when an earlier one failed, and the last line counts all.
const summary = createTestSummary();
const setUpStartMs = performance.now();
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
summary.addPhase('set-up', performance.now() - setUpStartMs);

// The checks and the compiler keep the cores busy, while the services in their browser often wait.
await Promise.all([
  runVitest('browser'),
  (async () => {
    for (const { name, command, args } of checkSteps) await runPhase(name, command, args);
    await runVitest('unit');
    await runVitest('programs');
    await runVitest('postgres');
  })(),
]);
await runAttacks();
await runPlaywright('e2e', ['--project=e2e', '--project=clients']);
await testOtherBrowsers();

for (const line of summary.lines()) console.log(line);
process.exit(summary.hasFailed() ? 1 : 0);

/** The short form of `npm run attack`: alone, for it compares latencies. */
async function runAttacks() {
  if (process.platform === 'linux') await runPhase('attack', node, ['e2e/attack/main.ts', '--short']);
  else console.log('not on Linux, and so not tested: npm run attack, which reads /proc');
}

/** Runs a smoke journey in each browser that is installed; `npm run test:browsers` installs them. */
async function testOtherBrowsers() {
  const browsers = findOtherBrowsers();
  const missing = browsers.filter(({ env }) => env === null).map(({ label }) => label);
  if (missing.length > 0)
    console.log(
      `not installed, and so not tested: ${missing.join(', ')} (npm run test:browsers installs them)`,
    );
  const found = browsers.filter(({ env }) => env !== null);
  if (found.length === 0) return;
  const projects = found.map(({ project }) => `--project=${project}`);
  await runPlaywright(
    'browsers',
    ['-c', 'playwright.browsers.config.ts', ...projects],
    Object.assign({}, ...found.map(({ env }) => env)),
  );
}

/** @param {string} project of Vitest, which is also the suite's name */
async function runVitest(project) {
  const report = path.join(results, `${project}.json`);
  const args = ['run', '--project', project, `--outputFile.json=${report}`];
  await runPhase(project, 'vitest', args, { report });
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} [more] environment
 */
async function runPlaywright(name, args, more = {}) {
  const report = path.join(results, `${name}.json`);
  const reporters = '--reporter=list,json,./scripts/progress/playwright-progress.js';
  await runPhase(name, 'playwright', ['test', ...args, reporters], {
    report,
    more: { ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
}

/**
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ report?: string, more?: Record<string, string> }} [options] the suite's report, and its further environment
 */
async function runPhase(name, command, args, { report, more = {} } = {}) {
  const startMs = performance.now();
  const { code, stall } = await runSuite({ name, command, args, results, env: { ...env, ...more } });
  const durationMs = performance.now() - startMs;
  summary.add({ name, code, stall, durationMs, results: report ? readReport(report) : null });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
}
