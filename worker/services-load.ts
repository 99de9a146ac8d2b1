import type { ServicesLoad } from '../shared/rpc.ts';

/** Turns of the microtask queue that are counted as work of the task before them. */
const countedTurns = 16;

/** What the services cost the thread on which they run. */
export interface LoadMeter {
  /** Runs a task, and counts it with the microtasks that follow it. What the browser's storage calls back is not counted. */
  time<T>(run: () => T): T;
  countMessage(): void;
  read(): ServicesLoad;
}

/** @param now milliseconds of a monotonic clock */
export function createLoadMeter(now: () => number): LoadMeter {
  let busyMs = 0;
  let messageCount = 0;
  let isTiming = false;

  async function settle(from: number): Promise<void> {
    for (let turn = 0; turn < countedTurns; turn += 1) await null;
    busyMs += now() - from;
    isTiming = false;
  }

  return {
    time(run) {
      // Within a task that is counted already.
      if (isTiming) return run();
      isTiming = true;
      const from = now();
      try {
        return run();
      } finally {
        void settle(from);
      }
    },
    countMessage() {
      messageCount += 1;
    },
    read: () => ({ busyMs, messageCount }),
  };
}
