import { readFileSync } from 'node:fs';

const lookMs = 1_000;

/**
 * Runs a function once when npm, which started this process, has ended. npm forwards signals only
 * to the shell between them, and a killed npm forwards none. A process that npm did not start may
 * outlive its parent (`nohup`).
 *
 * It polls because no event is certain: npm gives its children no IPC channel and no pipe, only its
 * own stdin, which may be a terminal or /dev/null. Node has no event for the end of a parent.
 * @param {() => void} onOrphaned
 * @param {{ env?: NodeJS.ProcessEnv, parents?: () => string }} [deps]
 * @returns {void}
 */
export function watchParents(onOrphaned, { env = process.env, parents = readParents } = {}) {
  if (env.npm_lifecycle_event === undefined) return;
  const first = parents();
  const timer = setInterval(() => {
    if (parents() === first) return;
    clearInterval(timer);
    onOrphaned();
  }, lookMs).unref();
}

/** @returns {string} this process's parent, and npm if the parent is npm's shell */
function readParents() {
  const { ppid } = process;
  try {
    // Linux only. The name may contain spaces and parentheses, so read from its end.
    const stat = readFileSync(`/proc/${ppid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const [, grandparent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /^(?:ba|da|a|z)?sh$/.test(name) ? `${ppid} ${grandparent}` : `${ppid}`;
  } catch {
    return `${ppid}`;
  }
}
