import type { Frame } from '@playwright/test';
import { openGate } from './support/gate.ts';
import { expectMoving } from './support/live-page.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/**
 * Maximum distance to the edge of a low-latency stream, relative to the same stream without low
 * latency.
 */
const ratio = 0.7;

test(
  'a low-latency stream plays closer to its edge than the same stream without, and returns there',
  thorough,
  async ({ page, server }) => {
    const [plainUrl, lowUrl] = ['offstage004', 'offstage007'].map(
      (id) => `${server.embedOrigin}/embed/${id}?autoplay=1&mute=1`,
    );
    await page.goto(`${server.demoOrigin}/`);
    await page.setContent(
      [plainUrl, lowUrl]
        .map((url) => `<iframe src="${url}" width="480" height="270" allow="autoplay"></iframe>`)
        .join(''),
    );
    const frameOf = (url = '') => {
      const frame = page.frame({ url });
      if (frame === null) throw new Error(`there is no frame of ${url}`);
      return frame;
    };
    await expect.poll(() => page.frames().length).toBe(3);
    const [plain, low] = [frameOf(plainUrl), frameOf(lowUrl)];
    for (const frame of [plain, low]) await expect.poll(() => playedSec(frame)).toBeGreaterThan(1);
    const badge = low.getByRole('button', { name: 'Live' });
    // Hidden controls do not update, so keep them shown.
    await badge.focus();
    // While the media at the edge load, the edge moves on. So a busy machine needs another press,
    // but not before they have loaded: each press asks for other media.
    const pressLive = async () => {
      if (!(await isSeeking(low))) await badge.press('Enter');
    };
    // On a busy machine the player may return later than this test waits, so the viewer helps.
    const isNearer = async () => {
      const [lowSec, plainSec] = [await behindSec(low), await behindSec(plain)];
      if (lowSec < ratio * plainSec) return true;
      await pressLive();
      return false;
    };
    const goesToEdge = async () => {
      if ((await badge.getAttribute('data-at-edge')) === 'true') return true;
      await pressLive();
      return false;
    };
    await expect.poll(isNearer).toBe(true);
    await expect.poll(goesToEdge).toBe(true);
    await low.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.seekable.end(0) - 30;
    });
    await expect(badge).toHaveAttribute('data-at-edge', 'false');
    await expect.poll(goesToEdge).toBe(true);
    const before = await playedSec(low);
    await expect.poll(() => playedSec(low)).toBeGreaterThan(before + 1);
    await expect.poll(isNearer).toBe(true);
  },
);

for (const { query, place } of [
  { query: '', place: 'in its worker' },
  { query: '&runtime=main', place: 'on the page' },
])
  test(
    `a low-latency stream plays though each of its playlists takes two seconds, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      let heldCount = 0;
      gate.delay(({ url = '' }) => {
        // Those that the server holds until its next part is there. For these, hls.js would wait
        // only 1.6 s.
        if (url.includes('_HLS_part=')) heldCount += 1;
        return url.includes('.m3u8');
      }, 2_000);
      await page.goto(`${gate.origin}/embed/offstage007?autoplay=1&mute=1${query}`);
      await expect.poll(() => heldCount).toBeGreaterThan(3);
      await expectMoving(page);
      await expect(page.getByRole('alert')).toBeHidden();
      // Without its page, nothing asks the closed gate.
      await page.goto('about:blank');
      await gate.close();
    },
  );

function playedSec(frame: Frame): Promise<number> {
  return frame
    .locator('video')
    .evaluate(({ played }: HTMLVideoElement) =>
      Array.from(
        { length: played.length },
        (_, index) => played.end(index) - played.start(index),
      ).reduce((sum, seconds) => sum + seconds, 0),
    );
}

function isSeeking(frame: Frame): Promise<boolean> {
  return frame.locator('video').evaluate(({ seeking }: HTMLVideoElement) => seeking);
}

/** Seconds between the present position and the newest known one. */
function behindSec(frame: Frame): Promise<number> {
  return frame
    .locator('video')
    .evaluate(({ seekable, currentTime }: HTMLVideoElement) => seekable.end(0) - currentTime);
}
