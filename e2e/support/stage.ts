import type { TestType } from '@playwright/test';
import type { Server } from './server-process.ts';
import { test as base } from './shared-page.ts';

type StageFixtures = {
  /** What the server is started with. */
  stageArgs: readonly string[];
  stage: Server;
};

type OnStage<T> =
  T extends TestType<infer Args, infer WorkerArgs> ? TestType<Args, WorkerArgs & StageFixtures> : never;

/** For tests that do not look at what is stored either: they share a server as well, which takes a fifth of the time. */
export const test: OnStage<typeof base> = base.extend<object, StageFixtures>({
  stageArgs: [[], { option: true, scope: 'worker' }],
  stage: [
    async ({ stageArgs, servers }, use) => {
      const server = await servers.start(stageArgs);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  server: ({ stage }, use) => use(stage),
});
