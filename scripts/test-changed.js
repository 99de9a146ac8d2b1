import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { explainChoice, findChange, testsOfDocuments } from './lib/changed-tests.js';
import { ensureTestBrowsers } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { findPostgres } from './lib/find-postgres.js';
import { installClients, installDependencies } from './lib/install-dependencies.js';
import { node, root } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:changed: runs the tests affected by the difference from the main branch. It prints
// which, or why none.
const change = findChange();
console.log(`${change.files.length} files differ from ${change.since}.`);
if (change.files.length === 0) process.exit(0);
await installDependencies().catch(fail);
await installClients().catch(fail);

const chosen = findVitestFiles();
const journeys = findJourneys();
const notImported = 'no test imports a file that differs';
for (const [suite, reason] of /** @type {const} */ ([
  ['unit', notImported],
  ['programs', notImported],
  ['postgres', notImported],
  ['browser', notImported],
]))
  console.log(`${suite}: ${explainChoice(change.files, reason, chosen.get(suite)?.size ?? 0)}`);
console.log(
  `e2e: ${journeys.length === 0 ? 'none, because no file in e2e/ differs that a test imports (a journey opens the built pages, so their sources choose none)' : `${journeys.length} files`}`,
);
if (chosen.has('postgres') && findPostgres() === null) {
  chosen.delete('postgres');
  console.log('postgres: not run, because PostgreSQL is not installed');
}

const env =
  chosen.has('browser') || journeys.length > 0 ? await ensureTestBrowsers().catch(fail) : {};
let failedCount = 0;
for (const [project, files] of chosen)
  failedCount += await run('vitest', ['run', '--project', project, ...files], { env });
if (journeys.length > 0) {
  await setUp({ withClients: true }).catch(fail);
  failedCount += await run('playwright', ['test', '--project=e2e', ...journeys], { env });
}
process.exit(failedCount === 0 ? 0 : 1);

/** @returns {Map<string, Set<string>>} test files by Vitest project, without empty projects */
function findVitestFiles() {
  const args = ['list', '--changed', change.base, '--filesOnly', '--json'];
  const tool = path.join(root, 'node_modules/vitest/vitest.mjs');
  /** @type {{ file: string, projectName: string }[]} */
  const listed = JSON.parse(
    execFileSync(node, [tool, ...args], { cwd: root, encoding: 'utf8' }) || '[]',
  );
  const found = new Map();
  const add = (/** @type {string} */ project, /** @type {string} */ file) =>
    found.set(project, (found.get(project) ?? new Set()).add(file));
  // The browser project's name includes its browser.
  for (const { file, projectName } of listed)
    add(projectName.split(' ')[0] ?? '', path.relative(root, file));
  const repositoryTests = globSync('tests/unit/*.test.ts', { cwd: root });
  for (const file of testsOfDocuments(change.files, repositoryTests)) add('unit', file);
  return found;
}

/** @returns {string[]} Playwright's test files that differ, or import files that differ */
function findJourneys() {
  const tool = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = [
    'test',
    '--list',
    `--only-changed=${change.base}`,
    '--project=e2e',
    '--reporter=json',
  ];
  const report = execFileSync(node, [tool, ...args, '--pass-with-no-tests'], {
    cwd: root,
    encoding: 'utf8',
  });
  /** @type {{ file: string }[]} */
  const suites = JSON.parse(report).suites;
  return suites.map(({ file }) => path.join('e2e', file));
}
