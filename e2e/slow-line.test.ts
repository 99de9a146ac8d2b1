import { clickControl } from './support/click-control.ts';
import { openGate } from './support/gate.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

for (const { query, place, mark } of [
  { query: '', place: 'in its worker', mark: {} },
  { query: '&runtime=main', place: 'on the page', mark: thorough },
])
  test(
    `on a slow line, a viewer who chooses a quality and seeks before its header has come gets both, with hls.js ${place}`,
    mark,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      let headerCount = 0;
      gate.delay(({ url = '', headers: { range = '' } }) => {
        const isHeader = url.endsWith('/video-240p.cmfv') && range.startsWith('bytes=0-');
        if (isHeader) headerCount += 1;
        return isHeader;
      }, 1_000);
      await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1${query}`);
      const root = page.locator('#video-player');
      await expect(root).toHaveAttribute('data-state', 'playing');
      await page.keyboard.press('k');
      await expect(root).toHaveAttribute('data-state', 'paused');
      await clickControl(page.getByRole('button', { name: 'Settings' }));
      await page.getByRole('menuitem', { name: /Quality/ }).click();
      await page.getByRole('menuitemradio', { name: '240p' }).click();
      await expect.poll(() => headerCount).toBe(1);
      const video = page.locator('video');
      await video.evaluate(async (element: HTMLVideoElement) => {
        element.currentTime = 30;
        await element.play();
      });
      await expect
        .poll(() => video.evaluate(({ videoHeight }: HTMLVideoElement) => videoHeight))
        .toBe(240);
      expect(
        await video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime),
      ).toBeGreaterThanOrEqual(30);
      // Without its page, nothing asks the closed gate.
      await page.goto('about:blank');
      await gate.close();
    },
  );

for (const beforeEndSec of [0, 0.05])
  test(
    `on a slow line, a viewer who goes to ${beforeEndSec} s before the end of a film before hls.js has come reaches the end`,
    beforeEndSec === 0 ? thorough : {},
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      const letHlsCome = gate.hold(({ url }) => url?.includes('/serve-playback-') ?? false);
      await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
      const root = page.locator('#video-player');
      const video = page.locator('video');
      // The player starts the film before hls.js has come, so its length is known.
      await expect
        .poll(() => video.evaluate(({ duration }: HTMLVideoElement) => duration))
        .toBeGreaterThan(60);
      await video.evaluate((element: HTMLVideoElement, before) => {
        element.currentTime = element.duration - before;
      }, beforeEndSec);
      letHlsCome();
      await expect(root).toHaveAttribute('data-state', 'ended');
      await page.goto('about:blank');
      await gate.close();
    },
  );
