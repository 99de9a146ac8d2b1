import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processesOf, signal } from './processes.js';

/**
 * How long the runner may take to describe itself on a busy machine; one with a blocked event loop
 * never does.
 */
const answerMs = 60_000;

/**
 * Describes a stalled suite and saves evidence: a Node.js report for each runner (stacks, handles,
 * heap), `browser.json` and a screenshot if Vitest controls a browser, and the process tree.
 * @param {object} suite
 * @param {number} suite.pid
 * @param {string} suite.mark
 * @param {string} suite.stallDir
 * @param {import('./follow-progress.js').Progress} suite.progress
 * @param {boolean} suite.isVitest whether its reporter answers the signal
 * @returns {Promise<string[]>} lines for people
 */
export async function saveStall({ pid, mark, stallDir, progress, isVitest }) {
  mkdirSync(stallDir, { recursive: true });
  const before = processesOf(pid, mark);
  signal(pid, 'SIGURG');
  // Node.js writes its report even when its event loop is blocked.
  const runners = before.filter(({ command }) => command.includes('--report-on-signal'));
  for (const runner of runners) signal(runner.pid, 'SIGUSR2');
  const browserFile = path.join(stallDir, 'browser.json');
  await waitUntil(() => {
    const reports = readdirSync(stallDir).filter((name) => name.startsWith('report.'));
    return reports.length >= runners.length && (!isVitest || existsSync(browserFile));
  }, answerMs);
  const cpuBefore = new Map(before.map((process) => [process.pid, process.cpuSec]));
  const processes = processesOf(pid, mark).map(({ pid, parent, state, cpuSec, command }) => {
    const gained = (cpuSec - (cpuBefore.get(pid) ?? 0)).toFixed(1);
    return `${pid} < ${parent} ${state} ${cpuSec.toFixed(1)} s CPU (+${gained}) ${command.slice(0, 200)}`;
  });
  const nowMs = Date.now();
  const running = progress
    .running()
    .map(({ atMs, kind, step }) => `${kind} ${step} (for ${Math.round((nowMs - atMs) / 1000)} s)`);
  const last = progress.last();
  const lines = [
    `stands at: ${progress.where()}`,
    `last progress: ${last === null ? 'none' : `${new Date(last.atMs).toISOString()} ${last.event} ${last.kind} ${last.step}`}`,
    'running:',
    ...indent(running),
    'browser:',
    ...indent(browserLines(browserFile)),
    'processes (pid < parent, state, CPU time and what it gained while this was written):',
    ...indent(processes),
  ];
  writeFileSync(path.join(stallDir, 'stall.txt'), `${lines.join('\n')}\n`);
  return lines;
}

/** @param {string} file */
function browserLines(file) {
  if (!existsSync(file)) return ['no answer from a runner with a browser'];
  /**
   * @type {{ requests: import('../progress/open-requests.js').OpenRequests | null,
   *   pages: { url: string, frames: { url: string, readyState: string }[] }[] }[]}
   */
  const states = JSON.parse(readFileSync(file, 'utf8'));
  return states.flatMap(({ requests, pages }) => [
    `last request to Vite: ${requests?.last || 'none'}`,
    ...(requests?.unanswered ?? []).map((request) => `unanswered: ${request}`),
    ...pages.flatMap(({ frames }) => frames.map(({ url, readyState }) => `${readyState}: ${url}`)),
  ]);
}

/** @param {readonly string[]} lines */
function indent(lines) {
  return (lines.length > 0 ? lines : ['nothing']).map((line) => `  ${line}`);
}

/**
 * @param {() => boolean} condition
 * @param {number} timeoutMs
 */
async function waitUntil(condition, timeoutMs) {
  const endMs = Date.now() + timeoutMs;
  while (!condition() && Date.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
