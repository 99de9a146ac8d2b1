import type { Frame, Page, Worker } from '@playwright/test';

declare global {
  /** Due time of each pending timer, Unix milliseconds. */
  var dueTimes: Map<unknown, number>;
}

/** Runs before all other scripts of a document or worker, so it may use nothing from outside. */
function keepPendingTimers(): void {
  const pending = new Map<unknown, number>();
  globalThis.dueTimes = pending;
  const {
    setTimeout: set,
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: stop,
  } = globalThis;
  Object.assign(globalThis, {
    setTimeout(callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
      const timer: unknown = set(() => {
        pending.delete(timer);
        callback(...args);
      }, ms);
      pending.set(timer, Date.now() + ms);
      return timer;
    },
    setInterval(callback: () => void, ms = 0, ...args: unknown[]) {
      const timer: unknown = repeat(callback, ms, ...args);
      pending.set(timer, Date.now() + ms);
      return timer;
    },
    clearTimeout(timer?: number) {
      pending.delete(timer);
      clear(timer);
    },
    clearInterval(timer?: number) {
      pending.delete(timer);
      stop(timer);
    },
  });
}

/**
 * Makes all documents of a page, and the workers with a script at `workerPath`, record their
 * pending timers. Called before they are opened.
 */
export async function watchPendingTimers(page: Page, workerPath: RegExp): Promise<void> {
  await page.addInitScript(keepPendingTimers);
  await page.route(workerPath, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${keepPendingTimers})();${await response.text()}` });
  });
}

/** @returns milliseconds until each is due, the next first */
export function pendingTimers(context: Frame | Worker): Promise<number[]> {
  const read = () =>
    [...globalThis.dueTimes.values()].map((dueMs) => dueMs - Date.now()).sort((a, b) => a - b);
  // The `evaluate` of a frame and that of a worker have no common type.
  return 'page' in context ? context.evaluate(read) : context.evaluate(read);
}
