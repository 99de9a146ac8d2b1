import type { Page } from '@playwright/test';

/**
 * Holds all of a page’s timers of one delay, until the test fires them.
 * Called before the page is opened.
 * @returns a function that fires those that wait
 */
export async function holdTimers(page: Page, delayMs: number): Promise<() => Promise<void>> {
  await page.addInitScript((heldMs) => {
    const held: (() => void)[] = [];
    const fireHeldTimers = () => {
      for (const callback of held.splice(0)) callback();
    };
    Object.assign(window, { fireHeldTimers });
    const { setTimeout: setOther } = window;
    window.setTimeout = ((callback: () => void, ms: number) =>
      // A number that no other timer has: the page may clear it.
      ms === heldMs ? -held.push(callback) : setOther(callback, ms)) as typeof setTimeout;
  }, delayMs);
  return () => page.evaluate('fireHeldTimers()');
}

/** Timers of this delay never fire in the services' workers that start from now on. */
export async function holdWorkerTimers(page: Page, delayMs: number): Promise<void> {
  const hold = (heldMs: number) => {
    const { setTimeout: setOther } = globalThis;
    globalThis.setTimeout = ((callback: () => void, ms: number) =>
      ms === heldMs ? -1 : setOther(callback, ms)) as typeof setTimeout;
  };
  await page.route(/\/services-worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${hold})(${delayMs});${await response.text()}` });
  });
}
