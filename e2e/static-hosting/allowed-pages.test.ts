import { serveHostPage } from '../support/host-page.ts';
import { storedEvents } from '../support/intake.ts';
import type { Server } from '../support/server-process.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { frameOf } from './support/frame-of.ts';
import { ofPages } from './support/host-pages.ts';
import { test as alone } from './support/own-static-host.ts';

alone.describe('a server that allows other pages', () => {
  alone.use({
    serverArgs: ['--page-origin', 'https://other.example'],
    expectedNoise: /status of 403/,
  });

  alone(
    'still plays the video, the events wait, and both sides read the cause and the fix',
    thorough,
    async ({ page, serverProcess, pages, openRawHost }) => {
      const host = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await frameOf(page).evaluate(() => window.offstage.flush());
      const sentence = `This server does not accept calls from pages of ${pages.origin}: if the player's pages are hosted there, start it with --page-origin ${pages.origin}.`;
      await expect
        .poll(() =>
          frameOf(page).evaluate(() => window.offstage.diagnose()?.services.sendingFailure),
        )
        .toBe(sentence);
      await expect
        .poll(() =>
          frameOf(page).evaluate(() => JSON.stringify(window.offstage.diagnose()?.denied)),
        )
        .toContain(`--page-origin ${pages.origin}`);
      const { created, queued } = await frameOf(page).evaluate(() => window.offstage.accounting());
      expect(queued).toBe(created);
      expect(await storedEvents(serverProcess)).toEqual([]);
      expect(serverProcess.output()).toContain(`A page’s API call was refused. ${sentence}`);
    },
  );
});

/** Those of the stored events, once there are any. */
async function visitorIds(server: Server): Promise<Set<unknown>> {
  await expect.poll(async () => (await storedEvents(server)).length).toBeGreaterThan(0);
  return new Set((await storedEvents(server)).map(({ context }) => context.client?.visitorId));
}

alone.describe('a server without allowed pages', () => {
  // Browsers warn about visitor ids and calls of the API, which are for listed pages.
  alone.use({ serverArgs: [], expectedNoise: /visitor_id|ERR_FAILED|CORS policy/ });

  alone(
    'serves media and receives events, without visitor ids',
    thorough,
    async ({ page, server, openRawHost }) => {
      const host = await openRawHost('/embed/offstage001?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await frameOf(page).evaluate(() => window.offstage.flush());
      expect(await visitorIds(server)).toEqual(new Set([undefined]));
    },
  );

  alone(
    'refuses a live video, and the host reads that the server needs --page-origin',
    thorough,
    async ({ server, pages, openRawHost }) => {
      const host = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
      await expect
        .poll(async () => (await host.messages()).find(({ event }) => event === 'onError')?.error)
        .toEqual({
          name: 'net.retryexhausted',
          fix: `Try again later, or start ${server.embedOrigin} with --page-origin ${pages.origin} and the --api-key of publish.`,
        });
    },
  );
});

alone.describe(
  'pages that were published without their origin, and a server that lists none',
  () => {
    alone.use({
      serverArgs: [],
      publishArgs: [],
      expectedNoise: /visitor_id|ERR_FAILED|CORS policy/,
    });

    alone(
      'play a live video too, without visitor ids',
      thorough,
      async ({ page, server, openRawHost }) => {
        const host = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
        await host.command('playVideo');
        await host.untilInfo('playerState', 1);
        await frameOf(page).evaluate(() => window.offstage.flush());
        expect(await visitorIds(server)).toEqual(new Set([undefined]));
      },
    );
  },
);

alone.describe('pages that were published without their origin, and a server that lists it', () => {
  alone.use({ publishArgs: [] });

  alone(
    'play a live video too, with visitor ids',
    thorough,
    async ({ page, server, openRawHost }) => {
      const host = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      // Events from before the id is known have none.
      await expect
        .poll(async () => {
          await frameOf(page).evaluate(() => {
            window.offstage.log('note', {}, { tier: 'immediate' });
            return window.offstage.flush();
          });
          return [...(await visitorIds(server))];
        })
        .toContainEqual(expect.any(String));
    },
  );
});

alone.describe('videos that only some pages may embed', () => {
  const embedDomains = ['--embed-domains', '127.0.0.1:*'];
  alone.use({
    serverArgs: ['--page-origin', 'PAGES', ...embedDomains],
    publishArgs: [...ofPages, ...embedDomains],
    expectedNoise: /frame-ancestors/,
  });

  alone(
    'play in these, and browsers block them in others',
    async ({ page, pages, openRawHost }) => {
      const host = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      for (const path of ['/embed/offstage002', '/embed/offstage002.html', '/embed/offstage002/']) {
        const other = await serveHostPage(`<iframe src="${pages.origin}${path}"></iframe>`);
        await page.goto(other.url.replace('127.0.0.1', 'localhost'));
        await expect.poll(() => page.frames().at(-1)?.url() ?? '', path).toMatch(/^chrome-error:/);
        await other.close();
      }
    },
  );
});

alone.describe('an unreachable server', () => {
  alone.use({ expectedNoise: /ERR_CONNECTION_REFUSED|Failed to load resource|ERR_/ });

  alone(
    'receives every event once after it returns; meanwhile the page shows the problem',
    thorough,
    async ({ page, serverProcess: server, pages }) => {
      await server.stop();
      await page.goto(`${pages.origin}/embed/offstage002?mute=1`);
      await page.locator('.big-play').click();
      await page.evaluate(() => window.offstage.log('while_away', {}, { tier: 'immediate' }));
      await expect
        .poll(() => page.evaluate(() => JSON.stringify(window.offstage.diagnose()?.denied)))
        .toContain(`The API at ${server.embedOrigin} does not answer this page`);
      await server.restart();
      await page.evaluate(() => window.offstage.flush());
      await expect
        .poll(
          async () =>
            (await storedEvents(server)).filter(({ name }) => name === 'while_away').length,
        )
        .toBe(1);
      const events = await storedEvents(server);
      expect(new Set(events.map(({ sid, seq }) => `${sid} ${seq}`)).size).toBe(events.length);
    },
  );
});
