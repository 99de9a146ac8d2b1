import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /**
     * For each `pageshow` since the page was loaded: whether it came from the back/forward cache.
     */
    returns?: boolean[];
  }
}

/**
 * Navigates away and back, and calls `whileAway` in between. Needs `wholeBrowser`.
 * @returns whether the browser had kept the page
 */
export async function leaveAndReturn(page: Page, whileAway = () => {}): Promise<boolean> {
  await page.evaluate(() => {
    if (window.returns !== undefined) return;
    const returns: boolean[] = [];
    window.returns = returns;
    addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
  });
  const count = await page.evaluate(() => window.returns?.length ?? 0);
  await page.goto('about:blank');
  whileAway();
  await page.goBack({ waitUntil: 'commit' });
  // A reloaded page does not have it.
  await page.waitForFunction((before) => (window.returns?.length ?? before + 1) > before, count);
  return page.evaluate(() => window.returns?.at(-1) ?? false);
}
