import type { Request, TestType } from '@playwright/test';
import type { Server } from '../../support/server-process.ts';
import { test as base } from '../../support/shared-context.ts';
import { expect } from '../../support/test.ts';
import { wholeBrowser } from '../../support/whole-browser.ts';
import { knownNames, startStandIn } from './stand-in.ts';

interface WorkerFixtures {
  youtube: { server: Server; browserArgs: readonly string[] };
}

interface TestFixtures {
  knownNamesOnly: undefined;
}

type ExtendedTest<T> =
  T extends TestType<infer Args, infer WorkerArgs>
    ? TestType<Args & TestFixtures, WorkerArgs & WorkerFixtures>
    : never;

/**
 * The tests of a worker share a server, which their browser takes for YouTube, and a browser
 * context. Each test has its own page, and frames of other sites store nothing in these browsers.
 */
export const test: ExtendedTest<typeof base> = base.extend<TestFixtures, WorkerFixtures>({
  youtube: [
    async ({ servers }, use) => {
      const server = await servers.start();
      const standIn = await startStandIn(server.embedOrigin);
      await use({ server, browserArgs: standIn.browserArgs });
      await standIn.close();
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, youtube }, use) => {
      const args = [...(launchOptions.args ?? []), ...youtube.browserArgs];
      // Other people's players run in a browser with their viewers' settings.
      await use({ ...launchOptions, ...wholeBrowser, args });
    },
    { scope: 'worker' },
  ],
  server: async ({ youtube }, use) => use(youtube.server),
  knownNamesOnly: [
    async ({ context }, use) => {
      const strangers: string[] = [];
      const onRequest = (request: Request) => {
        const { protocol, hostname } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !knownNames.includes(hostname))
          strangers.push(request.url());
      };
      context.on('request', onRequest);
      await use(undefined);
      context.off('request', onRequest);
      expect(strangers).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
