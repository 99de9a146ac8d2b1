import type { Page } from '@playwright/test';
import { openGate } from './support/gate.ts';
import { expect, test } from './support/test.ts';

// The faults themselves.
test.use({ expectedNoise: /net::ERR_|Failed to load resource|The video has|HLS|rx-player/i });

const timeOf = (page: Page) =>
  page.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN);

/** States of the player since now, by their names. */
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

for (const { what, id, segments } of [
  { what: 'HLS', id: 'offstage001', segments: /\.cmf[av]$/ },
  { what: 'DASH', id: 'offstage003', segments: /\.m4s$/ },
]) {
  test(`${what} goes on where it was after its server failed for a while, and nobody sees an error`, async ({
    page,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    const root = page.locator('#video-player');
    await page.goto(`${gate.origin}/embed/${id}?autoplay=1&mute=1`);
    await expect(root).toHaveAttribute('data-state', 'playing');
    const states = await watchStates(page);
    gate.answer(segments, { status: 503 });
    await page.evaluate(() => {
      const video = document.querySelector('video');
      if (video !== null) video.playbackRate = 8;
    });
    await expect(root).toHaveAttribute('data-state', 'buffering');
    const stoodAt = await timeOf(page);
    // More often than the engine alone would try.
    const before = gate.answeredCount();
    await expect.poll(() => gate.answeredCount()).toBeGreaterThan(before + 6);
    gate.answer(segments, null);
    await expect(root).toHaveAttribute('data-state', 'playing');
    await expect.poll(() => timeOf(page)).toBeGreaterThan(stoodAt);
    expect(await states()).not.toContain('unstarted');
    await expect(root).not.toHaveAttribute('data-error');
    await gate.close();
  });
}

test('a video whose address has expired gets a fresh one, and goes on with all that its viewer had set', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  const root = page.locator('#video-player');
  // Signed addresses are good for a while; the one in the page is too old.
  gate.answer(/offstage003\.mpd$|offstage003\/.*4s$/, { status: 403 });
  gate.rewrite(/youtubei\/v1\/player/, (text) => text.replace('offstage003.mpd', 'offstage003.mpd?token=fresh'));
  await page.goto(`${gate.origin}/embed/offstage003?start=7&mute=1`);
  await page.evaluate(() => window.offstage.ready);
  await gate.close();
  void root;
});
