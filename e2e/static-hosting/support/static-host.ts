import { anyPort } from '../../support/any-port.ts';
import { openRawHost, type RawHostFixtures } from '../../support/raw-host.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { test as base } from '../../support/test.ts';
import { hostPages, pagesOrigin, type StaticHost } from './host-pages.ts';

export interface StaticHostFixtures extends RawHostFixtures {
  /** What the server is told besides its port; `PAGES` in it is the origin of the pages. */
  serverArgs: readonly string[];
  /** What `offstage publish` is told besides. */
  publishArgs: readonly string[];
  /** Of the pages. */
  port: number;
  pages: StaticHost;
}

/** The API on one site, the pages on another, hosts on a third; `openRawHost` opens a host around the published pages. */
export const test = base.extend<StaticHostFixtures>({
  serverArgs: [['--page-origin', 'PAGES'], { option: true }],
  publishArgs: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
  port: async ({}, use) => use(anyPort()),
  server: async ({ serverArgs, port }, use) => {
    const server = await startServerProcess(serverArgs.map((arg) => arg.replace('PAGES', pagesOrigin(port))));
    await use(server);
    await server.dispose();
  },
  pages: async ({ server, port, publishArgs }, use) => {
    const pages = await hostPages(server, port, publishArgs);
    await use(pages);
    await pages.stop();
  },
  // The pages' host, too, outlives the look at the console: scripts that a page still fetches would fail.
  cleanConsole: ({ pages: _, cleanConsole }, use) => use(cleanConsole),
  openRawHost: ({ page, server, pages }, use) =>
    openRawHost({ page, server: { ...server, embedOrigin: pages.origin } }, use),
});
