import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { node, root } from './project.js';

/**
 * @typedef {object} Load
 * @property {string} label for people
 * @property {readonly number[]} pids
 * @property {() => Promise<void>} stop resolves when its processes have ended
 */

/**
 * Keeps every core and the disk busy. Its processes end with this one, even if it is killed,
 * because their IPC channel closes.
 * @returns {Load}
 */
export function startLoad() {
  const cores = availableParallelism();
  const programs = [...Array.from({ length: cores }, () => 'compute.js'), 'write.js'];
  const children = programs.map((program) =>
    fork(path.join(root, 'scripts/load', program), { execPath: node, execArgv: [] }),
  );
  return {
    label: `${cores} processes that compute, 1 that writes to the disk`,
    pids: children.map(({ pid }) => pid ?? 0),
    async stop() {
      const running = children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      await Promise.all(
        running.map((child) => {
          child.kill('SIGKILL');
          return once(child, 'exit');
        }),
      );
    },
  };
}
