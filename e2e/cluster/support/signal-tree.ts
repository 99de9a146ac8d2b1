import { readFileSync } from 'node:fs';

/** Sends a signal to a process and its children; the process first, as it would start new ones. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  signalAll([pid, ...childrenOf(pid)], signal);
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself, because its parent is dead.
    }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
