import type { Page } from '@playwright/test';

/** Waits by the page's clock: on a busy machine the known edge of a stream moves in leaps. */
export async function untilPassed(page: Page, seconds: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const fromMs = performance.now();
    while (performance.now() - fromMs < ms) await new Promise(requestAnimationFrame);
  }, seconds * 1_000);
}
