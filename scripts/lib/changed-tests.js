import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/**
 * A change of these files may affect any test, so Vitest runs all of them: its
 * `forceRerunTriggers`.
 */
const affectsAll = /(^|\/)(package\.json|vite(st)?\.config\.ts)$/;

/**
 * @typedef {object} Change
 * @property {string} base files that differ from this commit count as changed
 * @property {string} since description of the commit, for a person
 * @property {string[]} files all files that differ from it, committed or not
 */

/**
 * @returns {Change} the difference from the main branch; on the main branch itself, the uncommitted
 * changes
 */
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
 * Finds tests that Vitest's own search misses: it follows imports, but tests of the documents read
 * files.
 * @param {readonly string[]} files
 * @param {readonly string[]} repositoryTests paths of tests that examine the whole repository
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function testsOfDocuments(files, repositoryTests, read = readSource) {
  if (!files.some((file) => file.endsWith('.md'))) return [];
  return repositoryTests.filter((test) => /\.md\b/.test(read(test)));
}

/**
 * Explains why no test of a suite was chosen, or all were.
 * @param {readonly string[]} files
 * @param {string} reason why none was chosen
 * @param {number} count number of chosen files
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
 * @returns {string | null} git's output; `null` if it fails
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
