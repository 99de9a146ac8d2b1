import type { Page } from '@playwright/test';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

/** How many databases the page's origin has in this browser context. */
const stored = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).length);

test.describe('two tests that share a server and a browser context', () => {
  test.describe.configure({ mode: 'serial' });

  test('the first stores something', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`);
    await expect.poll(() => stored(page)).toBeGreaterThan(0);
  });

  test('the second begins with nothing stored', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/healthz`);
    expect(await stored(page)).toBe(0);
  });
});
