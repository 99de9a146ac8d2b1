import { hlsLimits } from '../shared/limits/hls-limits.ts';
import { openGate } from './support/gate.ts';
import { positionSec } from './support/live-page.ts';
import { recordSeeks } from './support/record-seeks.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** The playlist’s media twice, with a discontinuity where it begins again. */
function twice(playlist: string): string {
  const [head = '', ...segments] = playlist.replace('#EXT-X-ENDLIST', '').split(/(?=#EXTINF)/);
  return [head, ...segments, '#EXT-X-DISCONTINUITY\n', ...segments, '#EXT-X-ENDLIST\n'].join('');
}

test(
  'a viewer who seeks to the first moment after a discontinuity plays on from there',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    gate.rewrite(/\/offstage001\/[\w-]+\.m3u8$/, twice);
    await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
    const video = page.locator('video');
    const secondsLong = () => video.evaluate(({ duration }: HTMLVideoElement) => duration);
    await expect.poll(secondsLong).toBeGreaterThan(127);
    const seeks = await recordSeeks(page);
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = element.duration / 2;
    });
    await expect.poll(() => positionSec(page)).toBeGreaterThan(66);
    // Just after it, where hls.js does not wait for the media before it.
    const justAfter = expect.closeTo(64 + hlsLimits.discontinuitySec, 3);
    expect((await seeks()).map(({ to }) => to)).toContainEqual(justAfter);
    // Without its page, nothing asks the closed gate.
    await page.goto('about:blank');
    await gate.close();
  },
);
