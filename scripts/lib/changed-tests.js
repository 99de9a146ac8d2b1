import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/** Changes of these may affect any test, so that Vitest runs all of them: its `forceRerunTriggers`. */
const affectsAll = /(^|\/)(package\.json|vite(st)?\.config\.ts)$/;

/**
 * @typedef {object} Change
 * @property {string} base commit since which files count as changed
 * @property {string} since what the commit is, for a person
 * @property {string[]} files all that differ from it, committed or not
 */

/** @returns {Change} what differs from the main branch; on the main branch itself, what is not committed */
export function findChange() {
  const main = ['origin/main', 'main'].find(
    (name) => git('rev-parse', '--verify', '--quiet', name) !== null,
  );
  const base = (main && git('merge-base', 'HEAD', main)) ?? 'HEAD';
  const differing = git('diff', '--name-only', base) ?? '';
  const untracked = git('ls-files', '--others', '--exclude-standard') ?? '';
  const files = `${differing}\n${untracked}`.split('\n').filter((line) => line !== '');
  return { base, since: `${main ?? 'HEAD'} (${git('rev-parse', '--short', base)})`, files };
}

/**
 * What Vitest's own search cannot see: it follows imports, and tests of the documents read files.
 * @param {readonly string[]} files
 * @param {readonly string[]} repositoryTests paths of tests that look at the repository as a whole
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function testsOfDocuments(files, repositoryTests, read = readSource) {
  if (!files.some((file) => file.endsWith('.md'))) return [];
  return repositoryTests.filter((test) => /\.md\b/.test(read(test)));
}

/**
 * Why no test of a suite was chosen, or all were.
 * @param {readonly string[]} files
 * @param {string} reason of the suite
 * @param {number} count of the chosen files
 */
export function explainChoice(files, reason, count) {
  const trigger = files.find((file) => affectsAll.test(file));
  if (count === 0) return `none, because ${reason}`;
  const number = `${count} ${count === 1 ? 'file' : 'files'}`;
  return trigger === undefined ? number : `${number}, because ${trigger} may affect any test`;
}

/** @param {string} file */
function readSource(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

/**
 * @param {string[]} args
 * @returns {string | null} what git prints; `null` if it fails
 */
function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
