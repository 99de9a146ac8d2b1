import { serveHostPage } from '../support/host-page.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { frameOf } from './support/frame-of.ts';
import { test } from './support/own-static-host.ts';

test.use({ isConfigured: false });

test('a static host without the written configuration answers the address of a video, which plays for its host', async ({
  page,
  pages,
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1&theme=light');
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  // The host redirects to the directory, and keeps the query.
  expect(frameOf(page).url()).toContain(`${pages.origin}/embed/offstage002/?enablejsapi=1&mute=1`);
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-theme', 'light');
  expect((await host.info()).videoData).toMatchObject({ video_id: 'offstage002' });
});

test(
  'it also answers the address of a live video, whose page asks the API',
  thorough,
  async ({ openRawHost }) => {
    const host = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
    await host.command('playVideo');
    await host.untilInfo('playerState', 1);
    expect((await host.info()).videoData).toMatchObject({ video_id: 'offstage004' });
  },
);

test(
  'it also answers both addresses of a playlist without a first video',
  thorough,
  async ({ page, pages }) => {
    for (const path of ['/embed/videoseries', '/embed/']) {
      await page.goto(`${pages.origin}${path}?list=PLoffstageplaylist`);
      await page.locator('.big-play').click();
      await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
    }
  },
);

test.describe('the SDK of such a host', () => {
  // The frame inherits the sandbox, so such a host refuses it the player's scripts.
  test.use({
    expectedNoise: /^warning: Offstage: This page has no origin|\/assets\/|ERR_FAILED/,
  });

  test(
    'warns that no player answers, although the host sends no header for scripts of other origins',
    thorough,
    async ({ page, pages }) => {
      const host = await serveHostPage(
        `<div id="player"></div><script src="${pages.origin}/iframe_api"></script>
      <script>YT.ready(() => new YT.Player('player', { videoId: 'offstage002' }))</script>`,
        { 'content-security-policy': 'sandbox allow-scripts' },
      );
      const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
      await page.goto(host.url);
      expect((await warning).text()).toMatch(
        /^Offstage: This page has no origin.* allow-same-origin/,
      );
      await host.close();
    },
  );
});
