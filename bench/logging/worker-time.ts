import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/** Chromium's name of its worker threads, as shortened by the kernel. */
const workerThread = 'DedicatedWorker';

/**
 * CPU time of all dedicated workers of a browser so far. The kernel is asked, because a trace would
 * slow down the measured code. Chromium does not count it for workers.
 * @returns milliseconds; `null` if the kernel does not report it (not on Linux)
 */
export async function workerTimeMs(browser: Browser): Promise<number | null> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  if (process.platform !== 'linux') return null;
  let ns = 0;
  for (const { id, type } of processInfo) {
    if (type === 'renderer') ns += workerNs(id);
  }
  return ns / 1e6;
}

function workerNs(pid: number): number {
  let ns = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const directory = `/proc/${pid}/task/${thread}`;
      if (!readFileSync(`${directory}/comm`, 'utf8').startsWith(workerThread)) continue;
      ns += Number(readFileSync(`${directory}/schedstat`, 'utf8').split(' ')[0]);
    }
  } catch {
    // The process or a thread has ended meanwhile.
  }
  return ns;
}
