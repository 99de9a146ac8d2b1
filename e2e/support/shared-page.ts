import { test as base } from './test.ts';

/**
 * For tests that need a document of their own and no more: they use one page of a worker, one after
 * the other, which takes half the
 * time. Each server's origin has storage of its own. What such a test sets in the browser but for
 * routes (permissions, clocks,
 * cookies, scripts at the start of each document) the next one would find, and so it sets nothing.
 */
export const test = base.extend({
  context: ({ tab }, use) => use(tab.context),
  page: async ({ tab: { page } }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // What this test's document still says shall not count as the next one's.
    await page.goto('about:blank');
  },
});
