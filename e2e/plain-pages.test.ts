import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const canvasColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test('axe finds no accessibility problem in the start page, in light and dark, also on a phone', async ({
  page,
  server,
}) => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`${server.embedOrigin}/`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), `${width}, ${colorScheme}`).toEqual([]);
      // Letters and links follow the system's colours, so the background must too.
      expect(await canvasColour(page)).toBe('light dark');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
