import type { BrowserContext, Page, TestType } from '@playwright/test';
import { test as base } from './test.ts';

type SharedPageFixtures = { tab: { context: BrowserContext; page: Page } };

type WithSharedPage<T> =
  T extends TestType<infer Args, infer WorkerArgs> ? TestType<Args, WorkerArgs & SharedPageFixtures> : never;

/**
 * For tests that need a document of their own and no more: they use one page of a worker, one after the other, which takes half the
 * time. Each server's origin has storage of its own. What such a test sets in the browser but for routes (permissions, clocks,
 * cookies, scripts at the start of each document) the next one would find, and so it sets nothing.
 */
export const test: WithSharedPage<typeof base> = base.extend<object, SharedPageFixtures>({
  tab: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      await use({ context, page: await context.newPage() });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: ({ tab }, use) => use(tab.context),
  page: async ({ tab: { page } }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // What this test's document still says shall not count as the next one's.
    await page.goto('about:blank');
  },
});
