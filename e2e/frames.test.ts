import type { Page } from '@playwright/test';
import { openHost } from './support/host.ts';
import { serveHostPage } from './support/host-page.ts';
import { leaveUntilKept } from './support/kept-page.ts';
import { scriptRuns } from './support/script-runs.ts';
import { loggedEvents, playerFrame } from './support/sequences.ts';
import type { ServerProcess } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

/** The frame of that page plays, and its events arrive. */
async function expectPlaying(page: Page, server: ServerProcess): Promise<void> {
  await expect(page.frameLocator('iframe').locator('#video-player')).toHaveAttribute('data-state', 'playing');
  await expect
    .poll(async () => (await loggedEvents(page, server)).map(({ name }) => name))
    .toContain('playback_state');
}

test.describe('in a frame without an origin of its own (sandbox="allow-scripts")', () => {
  // Chromium's remark about the agent cluster of an opaque origin; the header is for the frames that have an origin.
  test.use({ expectedNoise: /origin-keyed agent cluster/ });

  for (const id of ['offstage001', 'offstage002', 'offstage003']) {
    test(`${id} plays and its events arrive, although storage and URL workers are denied`, async ({
      page,
      server,
    }) => {
      const src = `${server.embedOrigin}/embed/${id}?autoplay=1&mute=1`;
      const host = await serveHostPage(
        `<iframe sandbox="allow-scripts" allow="autoplay" src="${src}"></iframe>`,
      );
      await page.goto(host.url);
      await expectPlaying(page, server);
      await host.close();
    });
  }
});

test('in a page that requires embedding policies (COEP) the frame plays and its events arrive', async ({
  page,
  server,
}) => {
  const src = `${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`;
  const host = await serveHostPage(`<iframe allow="autoplay" src="${src}"></iframe>`, {
    'cross-origin-embedder-policy': 'require-corp',
  });
  await page.goto(host.url);
  await expectPlaying(page, server);
  await host.close();
});

test('the back/forward cache keeps a host page with an embed, and the embed goes on where it was', async ({
  page,
  server,
}) => {
  // Scripts that are still on their way would keep the page out of the cache, and so would the rest of the film.
  const lateScripts = [scriptRuns(page, /start-when-idle/), scriptRuns(page, /start-page-stats/)];
  const host = await openHost(page, server, '?v=offstage002&autoplay=1&mute=1');
  await host.untilPlayed(1);
  for (const haveRun of lateScripts) await haveRun();
  await expect
    .poll(() =>
      host.player
        .locator('video')
        .evaluate(({ buffered, duration }: HTMLVideoElement) => duration - buffered.end(buffered.length - 1)),
    )
    .toBeLessThan(0.5);
  await playerFrame(page).evaluate(() => window.offstage.flush());
  await leaveUntilKept(page);
  await host.untilPlayed(1);
});
