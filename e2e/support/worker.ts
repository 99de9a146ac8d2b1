import { type BrowserContext, test as base, type LaunchOptions } from '@playwright/test';
import { ignoreRestingMouse } from './ignore-resting-mouse.ts';
import { type ServerHost, startServerHost } from './server-host.ts';

/** Starts shared resources. Deferred callbacks run when the worker ends, the last first. */
export type StartShared<T> = (
  worker: { servers: ServerHost; launchOptions: LaunchOptions },
  stack: AsyncDisposableStack,
) => Promise<T>;

/** Resources that a worker's tests share; each starts for the first test that uses it. */
export interface WorkerFixtures {
  /** Starts servers for the tests of a worker. */
  servers: ServerHost;
  /** The browser context of `shared-context.ts`. */
  sharedContext: BrowserContext;
  /** @returns the result of `start`, which runs once for a worker, at the first request */
  shared<T>(start: StartShared<T>): Promise<T>;
}

/**
 * All tests of the project `e2e` extend this one, also those without a page, and none adds worker
 * fixtures: Playwright starts other workers, each with its own browser and servers, for tests with
 * different worker fixtures.
 */
export const test = base.extend<object, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
    async ({}, use) => {
      const servers = startServerHost();
      await use(servers);
      await servers.stop();
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      await ignoreRestingMouse(context);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ servers, launchOptions }, use) => {
      await using stack = new AsyncDisposableStack();
      const started = new Map<StartShared<unknown>, Promise<unknown>>();
      await use(<T>(start: StartShared<T>) => {
        const running = started.get(start) ?? start({ servers, launchOptions }, stack);
        started.set(start, running);
        return running as Promise<T>;
      });
    },
    { scope: 'worker' },
  ],
});
