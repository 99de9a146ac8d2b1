import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {object} Process
 * @property {number} pid
 * @property {number} parent
 * @property {string} state as in `ps`: R runs, S sleeps, D waits for the disk, T is stopped
 * @property {number} cpuSec CPU time so far; 0 if unknown
 * @property {string} command
 */

/** Unit of CPU times on Linux. */
const ticksPerSec = 100;

/**
 * A process and all that it started. Detached descendants are found by the mark in their
 * environment.
 * @param {number} pid
 * @param {string} mark such as `NAME=value`
 * @returns {Process[]}
 */
export function processesOf(pid, mark) {
  const all = process.platform === 'linux' ? readProc() : readPs();
  const found = new Set([pid]);
  for (const { pid } of all) if (hasMark(pid, mark)) found.add(pid);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/**
 * Interval and time limit of waiting for killed processes; one that waits for a disk ends later.
 */
const [goneLookMs, goneWaitMs] = [20, 10_000];

/**
 * Kills a process and all that it started, and waits until they are gone: a killed process may run
 * on for a moment.
 * @param {number} pid
 * @param {string} mark as for `processesOf`
 * @returns {Promise<void>} resolves after 10 s at the latest
 */
export async function endProcesses(pid, mark) {
  for (let waitedMs = 0; waitedMs < goneWaitMs; waitedMs += goneLookMs) {
    // Look up again each time: a process may have started another just before it was killed.
    const left = processesOf(pid, mark);
    if (left.length === 0) return;
    for (const { pid } of left) signal(pid, 'SIGKILL');
    await wait(goneLookMs);
  }
}

/**
 * @param {number} pid may have ended
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** @returns {Process[]} */
function readProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readText(`/proc/${name}/stat`);
      // The name in brackets may contain brackets and spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (stat === '' || fields[0] === 'Z') return [];
      return {
        pid: Number(name),
        parent: Number(fields[1]),
        state: fields[0] ?? '?',
        cpuSec: (Number(fields[11]) + Number(fields[12])) / ticksPerSec,
        command: readText(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() || exeOf(name),
      };
    });
}

/** @returns {Process[]} */
function readPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '?', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : { pid: Number(pid), parent: Number(parent), state, cpuSec: 0, command };
  });
}

/**
 * @param {number} pid
 * @param {string} mark
 */
function hasMark(pid, mark) {
  return readText(`/proc/${pid}/environ`).split('\0').includes(mark);
}

/** @param {string} pid */
function exeOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}
