import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPages } from './build-pages.js';
import {
  installBenchPeers,
  installClickHouse,
  installClients,
  installDependencies,
  installSoakTools,
} from './install-dependencies.js';
import { root } from './project.js';

const lock = path.join(root, '.set-up.lock');
const owner = path.join(lock, 'pid');
const lookAgainMs = 200;

/**
 * Installs and builds what is missing. Two processes would delete each other's packages, so the
 * second waits for the first.
 * @param {{ withClients?: boolean, withClickHouse?: boolean, withSoakTools?: boolean,
 *   benchPeers?: readonly ('loggers' | 'players')[] }} [options] further packages: the clients of
 *   the end-to-end tests, a current ClickHouse, the tools of the soak, the peers of the bench
 * @returns {Promise<void>}
 * @throws an Error with one sentence when installing or building fails
 */
export async function setUp({
  withClients = false,
  withClickHouse = false,
  benchPeers = [],
  withSoakTools = false,
} = {}) {
  const release = await takeLock();
  try {
    const installs = [installDependencies()];
    if (withClients) installs.push(installClients());
    if (withClickHouse) installs.push(installClickHouse());
    installs.push(installBenchPeers(benchPeers));
    if (withSoakTools) installs.push(installSoakTools());
    // Wait for all before an error releases the lock.
    await Promise.allSettled(installs);
    await Promise.all(installs);
    await buildPages();
  } finally {
    release();
  }
}

/** @returns {Promise<() => void>} releases the lock */
async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // A read-only checkout is already set up, or its own error will explain the problem.
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return () => {};
      if (code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
    else await wait(lookAgainMs);
  }
}

/** Whether the process that holds the lock has died. */
function isAbandoned() {
  let pid = 0;
  try {
    pid = Number(readFileSync(owner, 'utf8'));
  } catch {
    // The lock was just taken and has no owner file yet, or was just released.
    return false;
  }
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
