import { test as base, expect } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebKitGtk } from './webkitgtk.ts';

export interface BrowserOptions {
  /** Which browser to use, and its path. */
  under:
    | { name: 'firefox'; path: string }
    | { name: 'webkitgtk'; driverPath: string; miniBrowserPath: string };
}

type Fixtures = {
  /** Console lines that the test or the browser itself causes. */
  expectedNoise: RegExp | null;
  cleanConsole: undefined;
};

type WorkerFixtures = BrowserOptions & { server: ServerProcess; driven: DrivenBrowser };

/** One browser and one server for the whole journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  under: [
    { name: 'firefox', path: 'firefox' },
    { option: true, scope: 'worker' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
    async ({}, use) => {
      const server = await startServerProcess();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  driven: [
    async ({ under, playwright }, use) => {
      const driven =
        under.name === 'firefox'
          ? await startFirefox(playwright.firefox, {
              channel: 'moz-firefox',
              executablePath: under.path,
            })
          : await startWebKitGtk(under.driverPath, under.miniBrowserPath);
      await use(driven);
      await driven.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  expectedNoise: async ({}, use) => use(null),
  cleanConsole: [
    async ({ driven, expectedNoise }, use) => {
      await driven.noise();
      await use(undefined);
      expect((await driven.noise()).filter((line) => !expectedNoise?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
