import type { Page } from '@playwright/test';

/**
 * Delays the page's own script, so that only the markup is there.
 * @returns a function that releases it
 */
export async function holdScript(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/page-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}
