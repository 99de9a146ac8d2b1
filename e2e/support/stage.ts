import type { BrowserContext, Page, TestType } from '@playwright/test';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { test as base } from './test.ts';

/** A server and a page of its browser, which the tests of a worker use one after the other. */
export interface Stage {
  server: ServerProcess;
  context: BrowserContext;
  page: Page;
}

export interface StageFixtures {
  /** What the server is started with. */
  serverArgs: readonly string[];
  stage: Stage;
}

type OnStage<T> =
  T extends TestType<infer Args, infer WorkerArgs> ? TestType<Args, WorkerArgs & StageFixtures> : never;

/**
 * For tests that need nothing but a document of their own: they share a server with its store, and a page with its browser's
 * storage, which takes a fifth of the time. What such a test sets in the browser but for routes (permissions, clocks, scripts at
 * the start of each document) the next one would find, and so it sets nothing.
 */
export const test: OnStage<typeof base> = base.extend<object, StageFixtures>({
  serverArgs: [[], { option: true, scope: 'worker' }],
  stage: [
    async ({ browser, serverArgs }, use) => {
      const server = await startServerProcess(serverArgs);
      const context = await browser.newContext();
      const page = await context.newPage();
      await use({ server, context, page });
      await context.close();
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  server: ({ stage }, use) => use(stage.server),
  context: ({ stage }, use) => use(stage.context),
  page: async ({ stage: { page } }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // What this test's document still says shall not count as the next one's.
    await page.goto('about:blank');
  },
});
