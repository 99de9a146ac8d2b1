import { forgetViewer } from './forget-viewer.ts';
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
 * test left it, so each test starts with a new viewer.
 */
export const test = base.extend({
  server: async ({ shared }, use) => use(await shared(startStage)),
  page: async ({ page, server }, use) => {
    await forgetViewer(page, server.embedOrigin);
    await use(page);
  },
});
