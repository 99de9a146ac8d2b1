import { hostPages, pagesOrigin, type StaticHost } from '../static-hosting/support/host-pages.ts';
import { anyPort } from '../support/any-port.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { removeWithEvents } from './support/remove-with-events.ts';
import { openSmokeHost } from './support/smoke-host.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ hosted: { api: ServerProcess; pages: StaticHost } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  hosted: async ({}, use) => {
    const port = anyPort();
    const api = await startServerProcess(['--page-origin', pagesOrigin(port)]);
    const pages = await hostPages(api, port);
    await use({ api, pages });
    await pages.stop();
    await api.dispose();
  },
});

test('a page on a static host plays, obeys its host on a third site, and delivers its events to the server', async ({
  driven,
  hosted: { api, pages },
}) => {
  const host = await openSmokeHost(
    driven,
    pages.origin,
    '/embed/offstage001?enablejsapi=1&autoplay=1&mute=1',
  );
  await host.untilState(1);
  await host.untilPlaying();
  await host.command('pauseVideo');
  await host.untilState(2);
  expect(await host.diagnose()).toMatchObject({
    services: { place: 'worker', queue: 'indexeddb' },
  });
  await driven.inPlayer(() => window.offstage.log('from_the_static_page', {}), null);
  const { origin } = pages;
  await removeWithEvents({ driven, host, api, origin }, 'from_the_static_page', 1);
});
