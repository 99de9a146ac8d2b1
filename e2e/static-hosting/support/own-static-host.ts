import { anyPort } from '../../support/any-port.ts';
import { openRawHost } from '../../support/raw-host.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { test as base } from '../../support/test.ts';
import { hostPages, ofPages, pagesOrigin } from './host-pages.ts';
import type { StaticHostFixtures } from './static-host.ts';

interface OwnHostFixtures extends StaticHostFixtures {
  /** Arguments of `offstage publish` besides `--out` and `--api`. */
  publishArgs: readonly string[];
  /** Whether the pages' host has the written configuration. */
  isConfigured: boolean;
  /** Port of the pages. */
  port: number;
  serverProcess: ServerProcess;
}

/**
 * For tests that configure, stop or restart the API: they have their own API and pages. `PAGES` in
 * both kinds of arguments stands for the pages' origin.
 */
export const test = base.extend<OwnHostFixtures>({
  serverArgs: ofPages,
  publishArgs: [ofPages, { option: true }],
  isConfigured: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  port: async ({}, use) => use(anyPort()),
  serverProcess: async ({ serverArgs, port }, use) => {
    const server = await startServerProcess(
      serverArgs.map((arg) => arg.replace('PAGES', pagesOrigin(port))),
    );
    await use(server);
    await server.dispose();
  },
  server: ({ serverProcess }, use) => use(serverProcess),
  pages: async ({ server, port, publishArgs, isConfigured }, use) => {
    const pages = await hostPages(server, port, publishArgs, isConfigured);
    await use(pages);
    await pages.stop();
  },
  // The pages' host also stays up until the console has been checked: scripts that a page still
  // fetches would fail.
  cleanConsole: ({ pages: _, cleanConsole }, use) => use(cleanConsole),
  openRawHost: ({ page, server, pages }, use) =>
    openRawHost({ page, server: { ...server, embedOrigin: pages.origin } }, use),
});
