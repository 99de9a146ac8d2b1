import { serveHostPage } from '../support/host-page.ts';
import { storedEvents } from '../support/intake.ts';
import { expect } from '../support/test.ts';
import { frameOf } from './support/frame-of.ts';
import { test as alone } from './support/own-static-host.ts';

alone.describe('a server that allows other pages', () => {
  alone.use({
    serverArgs: ['--page-origin', 'https://other.example'],
    expectedNoise: /status of 403/,
  });

  alone(
    'still plays the video, the events wait, and both sides read the cause and the fix',
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

alone.describe('a server without allowed pages', () => {
  // Browsers warn about visitor ids, which are for pages with an origin.
  alone.use({ serverArgs: [], expectedNoise: /visitor_id|ERR_FAILED/ });

  alone(
    'serves media and receives events, without visitor ids',
    async ({ page, server, openRawHost }) => {
      const host = await openRawHost('/embed/offstage001?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await frameOf(page).evaluate(() => window.offstage.flush());
      await expect.poll(async () => (await storedEvents(server)).length).toBeGreaterThan(0);
      const ids = (await storedEvents(server)).map(({ context }) => context.client?.visitorId);
      expect(new Set(ids)).toEqual(new Set([undefined]));
    },
  );
});

alone.describe('videos that only some pages may embed', () => {
  const embedDomains = ['--embed-domains', '127.0.0.1:*'];
  alone.use({
    serverArgs: ['--page-origin', 'PAGES', ...embedDomains],
    publishArgs: embedDomains,
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
