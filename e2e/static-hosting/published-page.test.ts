import { expect } from '../support/test.ts';
import { frameOf } from './support/frame-of.ts';
import { test } from './support/static-host.ts';

test('without scripts a published page names its video, and links to the server’s page of it', async ({
  browser,
  server,
  pages,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/embed/offstage001`);
  const title = page.getByRole('link', { name: 'Four Lights' });
  await expect(title).toBeVisible();
  await expect(title).toHaveAttribute('href', `${server.embedOrigin}/watch/offstage001`);
  await expect(page.getByText('Offstage', { exact: true })).toBeVisible();
  await expect(page.getByRole('time')).toHaveText('1:04');
  await context.close();
});

test('a live stream on the generic page gets its title from the API', async ({ page, pages }) => {
  await page.goto(`${pages.origin}/embed/offstage004?hl=ja`);
  await expect(page.locator('.waiting')).toHaveText('Around the ClockOffstageライブ');
});

test('a page reads its own address: start, sound, theme, language and the switch for hosts', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages.origin}/embed/offstage002?autoplay=1&mute=1&start=12&theme=light&hl=de`);
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(12);
  expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${pages.origin}/embed/offstage002.html?hl=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('.big-play')).toHaveAttribute('aria-label', 'تشغيل');
  await page.evaluate(() => window.offstage.ready);
  // A page that waits for its viewer fetches its poster and no media.
  expect(asked.filter((path) => path.startsWith('/media/'))).toEqual(['/media/offstage002.jpg']);
});

test('a page obeys only the host that its address names', async ({ openRawHost }) => {
  const host = await openRawHost(
    '/embed/offstage002?enablejsapi=1&mute=1&origin=https://other.example',
    {
      listen: false,
    },
  );
  await host.listen(1);
  await host.command('playVideo');
  await expect
    .poll(() => frameOf(host.page).evaluate(() => window.offstage.diagnose()?.host.refusals))
    .toMatchObject(expect.any(Object));
  await expect
    .poll(() =>
      frameOf(host.page).evaluate(() =>
        Object.values(window.offstage.diagnose()?.host.refusals ?? {}).reduce(
          (sum, count) => sum + Number(count),
          0,
        ),
      ),
    )
    .toBeGreaterThan(0);
  expect(await host.values('onReady')).toEqual([]);
});

test('playlists play, both with the page’s own video in the list and without a first video', async ({
  openRawHost,
}) => {
  const own = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1&list=PLoffstageplaylist');
  await own.untilInfo('playlist', ['offstage001', 'offstage002', 'offstage003']);
  await own.untilInfo('playlistIndex', 1);
  for (const path of ['/embed/videoseries', '/embed/']) {
    const listed = await openRawHost(`${path}?enablejsapi=1&mute=1&list=PLoffstageplaylist`);
    await listed.untilInfo('playlist', ['offstage001', 'offstage002', 'offstage003']);
    await listed.command('playVideo');
    await listed.untilInfo('playerState', 1);
  }
});

test('a live video is requested from the API; a video without a page shows an error', async ({
  openRawHost,
}) => {
  const live = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
  await live.command('playVideo');
  await live.untilInfo('playerState', 1);
  const none = await openRawHost('/embed/nothing0000?enablejsapi=1');
  await expect.poll(() => none.values('onError')).toEqual([100]);
});
