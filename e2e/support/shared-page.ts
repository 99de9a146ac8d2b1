import { test as base } from './test.ts';

/**
 * For tests that need only a document of their own: they use one page of a worker in sequence,
 * which halves the time. Each server's origin has its own storage. Settings of the browser other
 * than routes (permissions, clocks, cookies, scripts at the start of each document) would leak into
 * the next test, so such a test must not change them.
 */
export const test = base.extend({
  context: ({ tab }, use) => use(tab.context),
  page: async ({ tab: { page } }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Later messages of this test's document must not count as the next test's.
    await page.goto('about:blank');
  },
});
