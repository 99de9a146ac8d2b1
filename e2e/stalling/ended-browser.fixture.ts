import { expect, test } from '@playwright/test';

test('ends its browser', async ({ browser, page }) => {
  const session = await browser.newBrowserCDPSession();
  // A crashed browser does not answer.
  session.send('Browser.crash').catch(() => undefined);
  await page.waitForURL('about:never');
});

test('has a browser again', async ({ page }) => {
  await expect(page.locator('body')).toBeAttached();
});
