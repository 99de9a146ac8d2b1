import { test as base } from './test.ts';

/**
 * For tests that need only a page of their own: they use one browser context of a worker in
 * sequence, which saves time. Each server's origin has its own storage. Settings of the context
 * (permissions, cookies) would leak into the next test, so such a test must not change them.
 */
export const test = base.extend({
  context: ({ sharedContext }, use) => use(sharedContext),
  // A new page: Playwright's commands to a page wait for an answer of each worker it ever had, and
  // a worker that ended with an earlier document may never answer.
  page: async ({ sharedContext }, use) => {
    const page = await sharedContext.newPage();
    await use(page);
    await page.close();
  },
});
