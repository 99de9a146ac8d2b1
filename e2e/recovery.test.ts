import type { Page } from '@playwright/test';
import { clickControl } from './support/click-control.ts';
import { openGate } from './support/gate.ts';
import { isOfSecondHalf } from './support/second-half.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

// Console messages of the faults.
test.use({ expectedNoise: /net::ERR_|Failed to load resource|The video has|HLS|rx-player/i });

const timeOf = (page: Page) =>
  page.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN);

/** Names of the player's states from now on. */
async function watchStates(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const root = document.querySelector<HTMLElement>('#video-player');
    const states: string[] = [];
    Object.assign(window, { states });
    if (root !== null)
      new MutationObserver(() => states.push(root.dataset.state ?? '')).observe(root, {
        attributes: true,
        attributeFilter: ['data-state', 'data-error'],
      });
  });
  return () => page.evaluate(() => (window as unknown as { states: string[] }).states);
}

const setRate = (page: Page, rate: number) =>
  page.evaluate((playbackRate) => {
    const video = document.querySelector('video');
    if (video !== null) Object.assign(video, { playbackRate, defaultPlaybackRate: playbackRate });
  }, rate);

test('a video resumes where it was after its server failed for a while, and no error shows [feature-recovery]', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  const segments = /\.cmf[av]$/;
  // The film must not load completely before the server fails, however fast the machine.
  const letGo = gate.hold(isOfSecondHalf);
  const root = page.locator('#video-player');
  await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
  await expect(root).toHaveAttribute('data-state', 'playing');
  const states = await watchStates(page);
  gate.answer(segments, { status: 503 });
  letGo();
  await setRate(page, 8);
  await expect(root).toHaveAttribute('data-state', 'buffering');
  const stoodAt = await timeOf(page);
  // The rest must not be over before the test has seen it.
  await setRate(page, 1);
  const before = gate.answeredCount();
  await expect.poll(() => gate.answeredCount()).toBeGreaterThan(before + 4);
  gate.answer(segments, null);
  await expect(root).toHaveAttribute('data-state', 'playing');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(stoodAt);
  expect(await states()).not.toContain('unstarted');
  await expect(root).not.toHaveAttribute('data-error');
  await gate.close();
});

test('a video whose address has expired gets a new one, and continues with the viewer’s settings [feature-recovery]', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  // Like a CDN with signed addresses: the API's new answer is valid again.
  gate.rewrite(/v1\/player/, (text) => text.replace('.mpd"', '.mpd?token=fresh"'));
  gate.rewrite(/mpd\?token/, (text) => text.replaceAll('.m4s"', '.m4s?token=fresh"'));
  const root = page.locator('#video-player');
  // The video must not end before its address expires, however slow the machine.
  await page.goto(`${gate.origin}/embed/offstage003?autoplay=1&mute=1&loop=1`);
  await expect(root).toHaveAttribute('data-state', 'playing');
  await clickControl(page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('menuitem', { name: /Quality/ }).click();
  await page.getByRole('menuitemradio', { name: '270p' }).click();
  await setRate(page, 2);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video !== null) video.volume = 0.3;
  });
  gate.answer(/\.(m4s|mpd)$/, { status: 403 });
  const states = await watchStates(page);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video !== null) video.currentTime = 33;
  });
  await expect.poll(() => timeOf(page)).toBeGreaterThan(34);
  expect(await states()).not.toContain('unstarted');
  expect(await states()).not.toContain('paused');
  const kept = await page.evaluate(() => {
    const { volume, playbackRate, muted, videoHeight } = document.querySelector('video') ?? {};
    return { volume, playbackRate, muted, videoHeight };
  });
  expect(kept).toEqual({ volume: 0.3, playbackRate: 2, muted: true, videoHeight: 270 });
  await gate.close();
});

/** Damages one segment of video, from 8 s to 12 s of the film `offstage003`. */
const damageThirdSegment = (gate: Awaited<ReturnType<typeof openGate>>) =>
  gate.rewrite(/segment-[01]-00003\.m4s$/, (bytes) =>
    bytes.replace(/(?<=mdat).*/s, (media) => 'x'.repeat(media.length)),
  );

for (const { startSeconds, place, mark } of [
  { startSeconds: 6, place: 'ahead of the viewer', mark: {} },
  {
    startSeconds: 9,
    place: 'where the viewer starts, before the first picture',
    mark: thorough,
  },
])
  test(
    `damage in a video, ${place}, is skipped after its media have been fetched again [feature-recovery]`,
    mark,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      damageThirdSegment(gate);
      const root = page.locator('#video-player');
      await page.goto(`${gate.origin}/embed/offstage003?autoplay=1&mute=1&start=${startSeconds}`);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(13);
      await expect(root).toHaveAttribute('data-state', 'playing');
      await expect(root).not.toHaveAttribute('data-error');
      await gate.close();
    },
  );
