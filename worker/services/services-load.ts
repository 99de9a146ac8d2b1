import type { ServicesLoad } from '../../shared/rpc/rpc.ts';

/** Microtask turns that count as work of the task before them. */
const countedTurns = 16;

/** Measures how long the services occupy their thread. */
export interface LoadMeter {
  /**
   * Runs a task, and counts it with the microtasks that follow. Callbacks of the browser's storage
   * are not counted.
   */
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
      // Inside a task that is already counted.
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
