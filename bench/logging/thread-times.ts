import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/** Chromium's name of its worker threads, as shortened by the kernel. */
const workerThread = 'DedicatedWorker';

/** CPU time so far, in milliseconds. */
export interface ThreadTimes {
  /** Dedicated workers of all pages. */
  workerMs: number;
  /** All threads of all pages' processes: main threads, workers, garbage collection, network. */
  allMs: number;
}

/**
 * CPU time of the threads of a browser's pages. The kernel is asked, because a trace would slow
 * down the measured code. Chromium does not count it for workers.
 * @returns `null` if the kernel does not report it (not on Linux)
 */
export async function readThreadTimes(browser: Browser): Promise<ThreadTimes | null> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  if (process.platform !== 'linux') return null;
  const times = { workerMs: 0, allMs: 0 };
  for (const { id, type } of processInfo) if (type === 'renderer') addThreads(times, id);
  return times;
}

/** The times from an earlier reading to a later one. */
export function timesBetween(before: ThreadTimes | null, after: ThreadTimes | null) {
  if (before === null || after === null) return null;
  return { workerMs: after.workerMs - before.workerMs, allMs: after.allMs - before.allMs };
}

function addThreads(times: ThreadTimes, pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const directory = `/proc/${pid}/task/${thread}`;
      const ms = Number(readFileSync(`${directory}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      times.allMs += ms;
      if (readFileSync(`${directory}/comm`, 'utf8').startsWith(workerThread)) times.workerMs += ms;
    }
  } catch {
    // The process or a thread has ended meanwhile.
  }
}
