import { openGate } from './support/gate.ts';
import { noteMedia } from './support/live-page.ts';
import { behindSec, lowUrl, mediaPath, openPlaying, watch } from './support/low-latency-page.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

for (const { query, place } of [
  { query: '', place: 'in its worker' },
  { query: '&runtime=main', place: 'on the page' },
]) {
  test(
    `a viewer behind the live edge stays there when the stream is loaded again for want of media, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      await openPlaying(page, lowUrl(gate.origin, query));
      // After a slow start it is farther behind than the viewer seeks, until it has jumped.
      await expect.poll(() => behindSec(page), { timeout: 120_000 }).toBeLessThan(10);
      await watch(page, 1);
      const letGo = gate.hold(({ url = '' }) => mediaPath.test(url));
      const behind = 15;
      await page.locator('video').evaluate((video: HTMLVideoElement, seconds) => {
        video.currentTime = video.seekable.end(0) - seconds;
      }, behind);
      const untilRemoved = await noteMedia(page);
      await untilRemoved();
      letGo();
      await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
      await watch(page, 1);
      // The stream has gone on meanwhile.
      expect(await behindSec(page)).toBeGreaterThan(behind);
      // Without its page, nothing asks the closed gate.
      await page.goto('about:blank');
      await gate.close();
    },
  );
}
