import { anyPort } from '../../support/any-port.ts';
import { openRawHost, type RawHostFixtures } from '../../support/raw-host.ts';
import type { Server } from '../../support/server-process.ts';
import { test as base } from '../../support/test.ts';
import { hostPages, pagesOrigin, type StaticHost } from './host-pages.ts';

interface Hosting {
  server: Server;
  pages: StaticHost;
}

export interface StaticHostFixtures extends RawHostFixtures {
  pages: StaticHost;
}

/**
 * The API on one site, the pages on another, hosts on a third; `openRawHost` opens a host around the published pages.
 * The tests of a worker share the API and the pages, and so each looks only at the events of its own documents.
 */
export const test = base.extend<StaticHostFixtures, { hosting: Hosting }>({
  hosting: [
    async ({ servers }, use) => {
      const port = anyPort();
      const server = await servers.start(['--page-origin', pagesOrigin(port)]);
      const pages = await hostPages(server, port);
      await use({ server, pages });
      await pages.stop();
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  server: ({ hosting }, use) => use(hosting.server),
  pages: ({ hosting }, use) => use(hosting.pages),
  openRawHost: ({ page, server, pages }, use) =>
    openRawHost({ page, server: { ...server, embedOrigin: pages.origin } }, use),
});
