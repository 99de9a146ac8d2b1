import { anyPort } from '../../support/any-port.ts';
import { openRawHost, type RawHostFixtures } from '../../support/raw-host.ts';
import type { Server } from '../../support/server-process.ts';
import { test as base } from '../../support/test.ts';
import type { StartShared } from '../../support/worker.ts';
import { hostPages, pagesOrigin, type StaticHost } from './host-pages.ts';

interface Hosting {
  server: Server;
  pages: StaticHost;
}

export interface StaticHostFixtures extends RawHostFixtures {
  pages: StaticHost;
}

const startHosting: StartShared<Hosting> = async ({ servers }, stack) => {
  const port = anyPort();
  const server = await servers.start(['--page-origin', pagesOrigin(port)]);
  stack.defer(() => server.dispose());
  const pages = await hostPages(server, port);
  stack.defer(() => pages.stop());
  return { server, pages };
};

/**
 * The API on one site, the pages on another, hosts on a third; `openRawHost` opens a host around
 * the published pages. The tests of a worker share API and pages, so each reads only the events of
 * its own documents.
 */
export const test = base.extend<StaticHostFixtures>({
  server: async ({ shared }, use) => use((await shared(startHosting)).server),
  pages: async ({ shared }, use) => use((await shared(startHosting)).pages),
  openRawHost: ({ page, server, pages }, use) =>
    openRawHost({ page, server: { ...server, embedOrigin: pages.origin } }, use),
});
