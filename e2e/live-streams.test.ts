import { openGate } from './support/gate.ts';
import {
  addressOf,
  expectMoving,
  noteMedia,
  openOnceLive,
  pausedText,
  positionSec,
  untilLive,
} from './support/live-page.ts';
import { test } from './support/live-writer.ts';
import { reachFor } from './support/reach-for.ts';
import { isJump, recordSeeks } from './support/record-seeks.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';
import { untilPassed } from './support/until-passed.ts';

for (const packaging of ['hls', 'dash'] as const) {
  test.describe(packaging, () => {
    test.use({ packaging });

    test(
      'a stream that ffmpeg writes into the library plays as live, waits for its killed writer, and ends as a recording',
      thorough,
      async ({ page, server, writer }) => {
        writer.start();
        await openOnceLive(page, server, writer);
        await page.evaluate(() => Reflect.set(window, 'isSame', true));
        const badge = page.getByRole('button', { name: 'Live' });
        await reachFor(page);
        await expect(badge).toBeVisible();
        // The window of the stream, which has begun a moment ago.
        const seekBar = page.getByRole('slider', { name: 'Seek' });
        await expect.poll(async () => Number(await seekBar.getAttribute('max'))).toBeGreaterThan(0);
        expect(Number(await seekBar.getAttribute('max'))).toBeLessThan(3_600);

        await writer.kill();
        await expect(page.getByRole('alert')).toHaveText(pausedText);
        await expect(page.locator('.player')).toHaveAttribute('data-state', 'buffering');
        writer.start();
        await expect(page.getByRole('alert')).toBeHidden();
        await expectMoving(page);

        await writer.end();
        await expect(page.locator('.player')).toHaveAttribute('data-state', 'ended');
        await expect(badge).toBeHidden();
        expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);

        await expect
          .poll(async () => (await page.request.get(addressOf(server, writer))).text())
          .toContain('"isLive":false');
        await page.goto(addressOf(server, writer));
        await expect(page.locator('.player')).toHaveAttribute('data-state', 'ended');
        await reachFor(page);
        await expect(page.locator('.time-total')).toHaveText(/^ \/ 0:\d\d$/);
      },
    );

    test(
      'a playlist that is missing for moments interrupts nobody',
      thorough,
      async ({ page, server, writer }) => {
        writer.start();
        await openOnceLive(page, server, writer);
        for (let times = 0; times < 3; times += 1) {
          const asked = page.waitForResponse((response) => response.status() === 503);
          await writer.withoutPlaylist(asked);
          await expectMoving(page);
          await expect(page.getByRole('alert')).toBeHidden();
        }
      },
    );

    test(
      'a viewer who comes while the sender is paused sees that, and the stream once it is back',
      thorough,
      async ({ page, server, writer }) => {
        writer.start();
        await untilLive(page, server, writer);
        await writer.kill();
        await page.goto(addressOf(server, writer));
        // Its checks, which take 10 s, begin once it has media.
        await expect
          .poll(() =>
            page.locator('video').evaluate(({ buffered }: HTMLVideoElement) => buffered.length),
          )
          .toBeGreaterThan(0);
        await expect(page.getByRole('alert')).toHaveText(pausedText);
        await expect(page.locator('.player')).toHaveAttribute('data-state', 'buffering');
        writer.start();
        await expect(page.getByRole('alert')).toBeHidden();
        await expectMoving(page);
      },
    );
  });
}

test.describe('dash', () => {
  test.use({ packaging: 'dash' });

  test(
    'a stream that stalled for want of media jumps back to its distance from the edge, and plays on there',
    thorough,
    async ({ page, server, writer }) => {
      const gate = await openGate(server.embedOrigin);
      writer.start();
      await openOnceLive(page, { embedOrigin: gate.origin }, writer);
      // A young stream has moved to its start, and still waits for its first segments.
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
      await expectMoving(page);
      const letGo = gate.hold(({ url = '' }) => url.includes('.m4s'));
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'buffering');
      // Farther behind than a faster rate makes up.
      await untilPassed(page, 5);
      const seeks = await recordSeeks(page);
      letGo();
      await expect.poll(async () => (await seeks()).some(isJump)).toBe(true);
      await expectMoving(page);
      // Without its page, nothing asks the closed gate.
      await page.goto('about:blank');
      await gate.close();
    },
  );

  test(
    'a viewer whose pause was longer than the stream’s window continues within it',
    thorough,
    async ({ page, server, writer }) => {
      writer.start();
      await openOnceLive(page, server, writer);
      await reachFor(page);
      await page.keyboard.press('k');
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'paused');
      const bufferedTo = () =>
        page
          .locator('video')
          .evaluate(({ buffered }: HTMLVideoElement) => buffered.end(buffered.length - 1));
      await expect
        .poll(async () => writer.windowStartSec() - (await bufferedTo()), { timeout: 120_000 })
        .toBeGreaterThan(0);
      // Almost all that was fetched during the pause has played.
      const endSec = await bufferedTo();
      await page.locator('video').evaluate((video: HTMLVideoElement, seconds) => {
        video.currentTime = seconds;
      }, endSec - 1);
      await page.keyboard.press('k');
      await expect
        .poll(() =>
          page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime),
        )
        .toBeGreaterThan(endSec);
      await expectMoving(page);
    },
  );
});

test.describe('dash with a window of a minute', () => {
  test.use({ packaging: 'dash', windowSec: 60 });

  test(
    'a viewer behind the live edge stays there when the stream is loaded again for want of media',
    thorough,
    async ({ page, server, writer }) => {
      const gate = await openGate(server.embedOrigin);
      writer.start();
      await expect.poll(() => writer.segmentCount(), { timeout: 120_000 }).toBeGreaterThan(30);
      await openOnceLive(page, { embedOrigin: gate.origin }, writer);
      const letGo = gate.hold(({ url = '' }) => url.includes('.m4s'));
      const toSec = 10;
      await page.locator('video').evaluate((video: HTMLVideoElement, seconds) => {
        video.currentTime = seconds;
      }, toSec);
      const untilRemoved = await noteMedia(page);
      await untilRemoved();
      letGo();
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
      await expectMoving(page);
      expect(await positionSec(page)).toBeLessThan(toSec + 15);
      await page.goto('about:blank');
      await gate.close();
    },
  );
});
