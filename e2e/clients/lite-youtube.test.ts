import { hostPageUrl } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

test('lite-youtube shows the poster, plays on the viewer’s click, and pauses by a command without a handshake', async ({
  page,
}) => {
  await page.goto(hostPageUrl('lite-youtube'));
  const element = page.locator('lite-youtube');
  // The sharper picture replaces the first one once loaded.
  await expect(element).toHaveCSS('background-image', /vi_webp\/offstage001\/sddefault\.webp/);
  await expect(page.locator('iframe')).toHaveCount(0);

  await element.click();
  const video = page.frameLocator('lite-youtube iframe').locator('video');
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1);
  // The viewer has clicked, so it plays with sound.
  expect(await video.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);

  await page.evaluate(() => document.dispatchEvent(new Event('pause-all')));
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
});
