import { expect } from '../support/test.ts';
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

test('it also answers the address of a playlist without a first video', async ({ page, pages }) => {
  await page.goto(`${pages.origin}/embed/videoseries?list=PLoffstageplaylist`);
  await page.locator('.big-play').click();
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
});
