import { controlsLimits } from '../shared/limits/controls-limits.ts';
import { holdTimers } from './support/hold-timers.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 690 } });

test('a finger shows the controls, pauses in the middle of the picture, goes forward with two taps and turns captions on [feature-touch]', async ({
  page,
  server,
}) => {
  // Shown controls stay until the test has used them, however slow the machine.
  const hideControls = await holdTimers(page, controlsLimits.hideMs);
  await page.goto(`${server.embedOrigin}/embed/offstage001?mute=1`);
  // Before its first paint, a page does not feel fingers.
  await page.evaluate(() => window.offstage.ready);
  const player = page.locator('#video-player');
  const tapAt = (share: number) => page.touchscreen.tap(390 * share, 200);
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  // Anywhere on a video that waits to be played.
  await tapAt(0.5);
  await expect(player).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('.bar')).toBeAttached();
  await expect
    .poll(async () => {
      await hideControls();
      return player.getAttribute('data-controls');
    })
    .toBe('hidden');
  await tapAt(0.5);
  await expect(player).toHaveAttribute('data-controls', 'shown');
  await expect(player).toHaveAttribute('data-state', 'playing');

  const pause = page.getByRole('button', { name: 'Pause' });
  const box = await pause.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 195)).toBeLessThan(2);
  await pause.tap();
  await expect(player).toHaveAttribute('data-state', 'paused');
  const before = await time();
  // Repeat until both taps come close enough together, however slow the machine.
  await expect
    .poll(async () => {
      await tapAt(0.9);
      await tapAt(0.9);
      return (await time()) - before;
    })
    .toBeGreaterThanOrEqual(10);
  await expect(player).toHaveAttribute('data-state', 'paused');
  await page.getByRole('button', { name: 'Captions' }).tap();
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
