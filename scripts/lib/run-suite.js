import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { followProgress } from './follow-progress.js';
import { prefixLines } from './prefix-lines.js';
import { endProcesses, processesOf, signal } from './processes.js';
import { node, root } from './project.js';
import { saveStall } from './save-stall.js';

/**
 * How long a suite may show no sign of life. Longer than its longest step: a test may take up to
 * four minutes.
 */
const defaultQuietMs = 5 * 60_000;

/** Interval of the watchdog's checks. */
const lookMs = 1_000;

/** How long a suite's leftover processes may hold its output open. */
const defaultCloseMs = 10_000;

/** How long an interrupted runner may take to end its browsers and servers itself. */
const defaultInterruptMs = 10_000;

/** @type {Readonly<Record<string, string>>} */
const runners = {
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};

/**
 * @typedef {{ now: () => number, every: (ms: number, job: () => void) => () => void }} SuiteClock
 */

/** @type {SuiteClock} */
const systemClock = {
  now: () => performance.now(),
  every(ms, job) {
    const timer = setInterval(job, ms);
    return () => clearInterval(timer);
  },
};

/**
 * Runs a suite of tests or a check. Its output appears at once, with the suite's name before each
 * line.
 *
 * A suite stalls if it shows no sign of life for `quietMs`: no step starts or ends, nothing is
 * printed. A stalled suite is described and saved, then ended with all that it started.
 * @param {object} suite
 * @param {string} suite.name
 * @param {string} suite.command `vitest`, `playwright`, or a tool without steps, whose CPU time
 * counts as a sign of life
 * @param {readonly string[]} suite.args
 * @param {string} suite.results directory of its files
 * @param {Record<string, string>} [suite.env]
 * @param {number} [suite.quietMs]
 * @param {number} [suite.closeMs]
 * @param {number} [suite.interruptMs]
 * @param {AbortSignal} [suite.signal] ends the suite with all that it started
 * @param {SuiteClock} [suite.clock]
 * @param {(text: string) => void} [suite.write]
 * @param {(where: string) => void} [suite.onLook] receives the suite's current place at each check
 * @returns {Promise<{ code: number, reason: string | null }>} exit code, and one sentence if the
 * suite stalled or broke off
 */
export async function runSuite({
  name,
  command,
  args,
  results,
  env = {},
  quietMs = defaultQuietMs,
  closeMs = defaultCloseMs,
  interruptMs = defaultInterruptMs,
  signal: interrupt = new AbortController().signal,
  clock = systemClock,
  write = (text) => process.stdout.write(text),
  onLook = () => {},
}) {
  const stallDir = path.join(results, `${name}-stalled`);
  const progressFile = path.join(results, `${name}.progress.jsonl`);
  const progress = followProgress(progressFile);
  const suiteId = randomUUID();
  const child = spawnSuite(command, args, {
    reportDir: stallDir,
    env: {
      ...env,
      OFFSTAGE_SUITE: suiteId,
      OFFSTAGE_PROGRESS_FILE: progressFile,
      OFFSTAGE_STALL_DIR: stallDir,
    },
  });
  const pid = child.pid ?? 0;
  const mark = `OFFSTAGE_SUITE=${suiteId}`;
  let lastSignMs = clock.now();
  for (const stream of [child.stdout, child.stderr]) {
    const lines = prefixLines(name, write);
    stream.on('data', (chunk) => {
      lastSignMs = clock.now();
      lines.write(chunk);
    });
    stream.on('end', () => lines.end());
  }

  const usesCpu = command in runners ? () => false : watchCpu(pid, mark);
  /** @type {string | null} */
  let stall = null;
  let saved = Promise.resolve();
  const stopLooking = clock.every(lookMs, () => {
    if (progress.read() || usesCpu()) lastSignMs = clock.now();
    onLook(progress.where());
    if (stall !== null || clock.now() - lastSignMs < quietMs) return;
    stall = `${name} stood still: nothing started, ended or was printed for ${Math.round(quietMs / 1000)} s; it was at ${progress.where()}. See ${path.relative(root, stallDir)}/.`;
    write(`${name} │ ${stall}\n`);
    saved = saveStall({ pid, mark, stallDir, progress, isVitest: command === 'vitest' })
      .then((lines) => write(lines.map((line) => `${name} │ ${line}\n`).join('')))
      .catch((error) => write(`${name} │ its state could not be saved: ${error}\n`))
      .finally(() => endProcesses(pid, mark));
  });
  const endInterrupt = onAbort(interrupt, () => {
    signal(pid, 'SIGINT');
    return setTimeout(() => endProcesses(pid, mark), interruptMs);
  });
  const code = await endOf(child, closeMs, () => {
    const left = processesOf(pid, mark);
    write(
      `${name} │ ended, but left ${left.map(({ command }) => command.slice(0, 100)).join('; ')}\n`,
    );
    void endProcesses(pid, mark);
  });
  stopLooking();
  endInterrupt();
  if (interrupt.aborted) await endProcesses(pid, mark);
  await saved;
  return { code: stall === null ? code : 1, reason: stall ?? breakOff(name, code, progress) };
}

/**
 * @param {string} name
 * @param {number} code
 * @param {import('./follow-progress.js').Progress} progress
 * @returns {string | null} one sentence if the runner had an error outside of every test
 */
function breakOff(name, code, progress) {
  progress.read();
  const error = progress.firstError();
  return code === 0 || error === null ? null : `${name} broke off at ${progress.where()}: ${error}`;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ reportDir: string, env: Record<string, string> }} options
 */
function spawnSuite(command, args, { reportDir, env }) {
  const runner = runners[command];
  const reports = ['--report-on-signal', '--report-exclude-env', `--report-directory=${reportDir}`];
  return spawn(runner ? node : command, runner ? [...reports, runner, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: a terminal's Ctrl-C reaches the suite only through this process,
    // once, and this process waits for it.
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
      ...env,
    },
  });
}

/**
 * @param {AbortSignal} interrupt
 * @param {() => NodeJS.Timeout} job returns the timer of the next step
 * @returns {() => void} stops listening, and the timer
 */
function onAbort(interrupt, job) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const listener = () => {
    timer = job();
  };
  if (interrupt.aborted) listener();
  else interrupt.addEventListener('abort', listener, { once: true });
  return () => {
    interrupt.removeEventListener('abort', listener);
    clearTimeout(timer);
  };
}

/**
 * @param {number} pid
 * @param {string} mark
 * @returns {() => boolean} whether a tool has used CPU time since the last call
 */
function watchCpu(pid, mark) {
  let lastSec = 0;
  return () => {
    const beforeSec = lastSec;
    lastSec = processesOf(pid, mark).reduce((sum, { cpuSec }) => sum + cpuSec, 0);
    return lastSec !== beforeSec;
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} closeMs
 * @param {() => void} onHeldOpen called if a descendant process holds its output open
 * @returns {Promise<number>} exit code
 */
function endOf(child, closeMs, onHeldOpen) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    child.on('error', reject);
    child.on('exit', () => {
      timer = setTimeout(onHeldOpen, closeMs);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}
