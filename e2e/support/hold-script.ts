import type { Page } from '@playwright/test';

/**
 * Holds the page's own script back, so that there is nothing but the markup.
 * @returns lets it come
 */
export async function holdScript(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/page-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}
