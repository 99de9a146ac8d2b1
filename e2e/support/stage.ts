import type { TestType } from '@playwright/test';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { test as base } from './shared-page.ts';

type StageFixtures = {
  /** What the server is started with. */
  serverArgs: readonly string[];
  stage: ServerProcess;
};

type OnStage<T> =
  T extends TestType<infer Args, infer WorkerArgs> ? TestType<Args, WorkerArgs & StageFixtures> : never;

/** For tests that do not look at what is stored either: they share a server as well, which takes a fifth of the time. */
export const test: OnStage<typeof base> = base.extend<object, StageFixtures>({
  serverArgs: [[], { option: true, scope: 'worker' }],
  stage: [
    async ({ serverArgs }, use) => {
      const server = await startServerProcess(serverArgs);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  server: ({ stage }, use) => use(stage),
});
