import { forgetViewer } from './forget-viewer.ts';
import { ignoreRestingMouse } from './ignore-resting-mouse.ts';
import type { Server } from './server-process.ts';
import { test as base } from './shared-context.ts';
import type { StartShared } from './worker.ts';

const startStage: StartShared<Server> = async ({ servers }, stack) => {
  const server = await servers.start();
  stack.defer(() => server.dispose());
  return server;
};

/**
 * For tests that also do not read the store: they share a server too, which takes a fifth of the
 * time. Server and browser context would make them one viewer, who resumes a film where an earlier
 * test left it, so each test starts with a new viewer. Only Chromium can delete what frames stored
 * under another site; elsewhere each test has its own browser context.
 */
export const test = base.extend({
  context: async ({ browser, browserName, sharedContext }, use) => {
    if (browserName === 'chromium') return use(sharedContext);
    const context = await browser.newContext();
    await ignoreRestingMouse(context);
    await use(context);
    await context.close();
  },
  page: async ({ browserName, context, server }, use) => {
    const page = await context.newPage();
    if (browserName === 'chromium') await forgetViewer(page, server.embedOrigin);
    await use(page);
    await page.close();
  },
  server: async ({ shared }, use) => use(await shared(startStage)),
});
