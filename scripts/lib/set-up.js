import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPages } from './build-pages.js';
import {
  installBenchPeers,
  installClients,
  installDependencies,
  installSoakTools,
} from './install-dependencies.js';
import { root } from './project.js';

const lock = path.join(root, '.set-up.lock');
const owner = path.join(lock, 'pid');
const lookAgainMs = 200;

/**
 * Installs and builds what is missing. Two at a time would tear down each other's packages, so the second waits for the first.
 * @param {{ withClients?: boolean, benchPeers?: readonly ('loggers' | 'players')[], withSoakTools?: boolean }} [options] what to install as well: the clients of the
 *   end-to-end tests, the peers of the bench, the tools of the soak
 * @returns {Promise<void>}
 * @throws an Error with one sentence when installing or building fails
 */
export async function setUp({ withClients = false, benchPeers = [], withSoakTools = false } = {}) {
  const release = await takeLock();
  try {
    const installs = [installDependencies()];
    if (withClients) installs.push(installClients());
    installs.push(installBenchPeers(benchPeers));
    if (withSoakTools) installs.push(installSoakTools());
    // All have ended before an error of one gives the lock back.
    await Promise.allSettled(installs);
    await Promise.all(installs);
    await buildPages();
  } finally {
    release();
  }
}

/** @returns {Promise<() => void>} gives the lock back */
async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // A checkout that cannot be written to is set up already, or its own error will say so.
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return () => {};
      if (code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
    else await wait(lookAgainMs);
  }
}

/** Whether the process that took the lock has died. */
function isAbandoned() {
  let pid = 0;
  try {
    pid = Number(readFileSync(owner, 'utf8'));
  } catch {
    // Just taken, not yet signed; or given back this moment.
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
