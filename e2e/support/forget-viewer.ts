import type { Page } from '@playwright/test';

/** Deletes what an origin has stored in the page's browser context, such as the viewer's places. */
export async function forgetViewer(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
}
