import { spawnSync } from 'node:child_process';
import { root } from './project.js';

/** @typedef {import('./round-file.js').Round} Round */

/**
 * @returns {{ commit: string, hasChanges: boolean }} the checked-out commit; `unknown` without Git
 */
export function currentCommit() {
  const commit = git('rev-parse', 'HEAD');
  return { commit: commit ?? 'unknown', hasChanges: (git('status', '--porcelain') ?? '') !== '' };
}

/**
 * @param {readonly Round[]} rounds
 * @param {string | undefined} since a date or a commit; without it, only rounds of the current
 * commit
 * @returns {Round[]}
 * @throws an Error with one sentence if it is neither
 */
export function chooseRounds(rounds, since) {
  if (since === undefined) {
    const { commit } = currentCommit();
    return rounds.filter((round) => round.commit === commit);
  }
  const fromMs = /^\d{4}-\d\d-\d\d/.test(since) ? Date.parse(since) : Number.NaN;
  if (!Number.isNaN(fromMs))
    return rounds.filter(({ startedAt }) => Date.parse(startedAt) >= fromMs);
  const first = git('rev-parse', '--verify', '--quiet', `${since}^{commit}`);
  if (first === null)
    throw new Error(`--since needs a date such as 2026-11-23, or a commit: ${since} is neither.`);
  const commits = new Set([first, ...(git('rev-list', `${first}..HEAD`) ?? '').split('\n')]);
  return rounds.filter(({ commit }) => commits.has(commit));
}

/** @param {...string} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
