import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const canvasColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test('the start page and the documents can be read by everybody, in light and dark, and on a phone too', async ({
  page,
  server,
}) => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    for (const address of [
      `${server.embedOrigin}/`,
      `${server.demoOrigin}/docs/`,
      `${server.demoOrigin}/docs/sharing.html`,
    ]) {
      await page.goto(address);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findBarriers(page), `${address} at ${width}, ${colorScheme}`).toEqual([]);
        // Letters and links follow the system, so the paper must too.
        expect(await canvasColour(page)).toBe('light dark');
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test('on a phone a document begins with its text, and one link leads to all others', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${server.demoOrigin}/docs/telemetry.html`);
  await expect(page.getByRole('heading', { name: 'What is sent' })).toBeInViewport();
  const navigation = page.getByRole('navigation', { name: 'Documents' });
  await expect(navigation).not.toBeInViewport();
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(navigation).toBeInViewport();
});

test.describe('a document that is not there', () => {
  test.use({ expectedNoise: /404 \(Not Found\)/ });
  test('is a page that leads to those that are', async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/docs/decisions/none.html`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'All documents' }).click();
    await expect(page).toHaveURL(`${server.demoOrigin}/docs/`);
  });
});
