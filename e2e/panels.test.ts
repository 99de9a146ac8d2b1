import type { Page } from '@playwright/test';
import { chooseInMenu } from './support/choose-in-menu.ts';
import { reachFor } from './support/reach-for.ts';
import { setRate } from './support/set-rate.ts';
import { expect, test } from './support/test.ts';

const player = (page: Page) => page.locator('#video-player');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Presses Tab until the expected element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector);
  for (let step = 0; step < 40; step += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

test('menu, statistics, transcript, share and playlist work by keyboard alone [feature-transcript, feature-context-menu]', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: server.embedOrigin,
  });
  await page.goto(`${server.embedOrigin}/embed/offstage001?list=PLoffstageplaylist&mute=1`);
  await reachFor(page);
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  // Loading takes any time.
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'paused');

  await chooseInMenu(page, 'Stats for nerds');
  const stats = page.locator('.stats-overlay');
  await expect(stats).toContainText('offstage001 / ');
  await expect(stats).toContainText('avc1');
  // Rates need two readings, and the place of the services needs an answer from them.
  await expect(stats).toContainText(/Services run in\s*worker/);
  await expect(stats).toContainText(/player events \d+\.\d\d ms\/s/);
  await expect(stats).toContainText(/messages, timers, replies \d+\.\d\d ms\/s/);
  await expect(stats).toContainText(/\d+ created = \d+ delivered \+ \d+ queued \+ 0 dropped/);

  await chooseInMenu(page, 'Copy video link');
  await expect(page.locator('.notices')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.embedOrigin}/watch/offstage001`,
  );
  await chooseInMenu(page, 'Copy debug info');
  await expect
    .poll(async () => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('"isAutoplayBlocked": false');

  await chooseInMenu(page, 'Keyboard shortcuts');
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0);

  await chooseInMenu(page, 'Transcript');
  await expect(dialog(page, 'Transcript')).toBeVisible();
  await expect(page.locator('.transcript-line').first()).toBeVisible();
  await tabTo(page, '.transcript-line');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const line = page.locator('.transcript-line:focus');
  await expect(line).toContainText('0:10');
  await page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Transcript')).toHaveCount(0);

  await tabTo(page, '[data-visual-element=share_button]');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Share')).toBeVisible();
  await tabTo(page, '[data-visual-element=share_time]');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/watch\/offstage001\?t=10$/);
  await expect(page.getByLabel('Embed code', { exact: true })).toHaveValue(
    /^<iframe .*src="[^"]+\?start=10" /,
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-visual-element=share_button]')).toBeFocused();

  await tabTo(page, '[data-visual-element=playlist_button]');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Playlist, 1 of 3')).toContainText('Lanterns');
  await tabTo(page, '.playlist-row');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Playlist, 2 of 3')).toBeVisible();
  await expect(page.locator('.title')).toHaveText('Lanterns');
  await expect(stats).toContainText('offstage002 / ');
  await tabTo(page, '[data-visual-element=stats_close_button]');
  await page.keyboard.press('Enter');
  await expect(stats).toHaveCount(0);
});

test('a video resumes where its viewer left it, restarts on request, and ends with suggestions [feature-end-screen]', async ({
  page,
  server,
}) => {
  const keptPlaces = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      if (!databases.some(({ name }) => name === 'offstage-data')) return [];
      return new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('offstage-data');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction('values').objectStore('values').getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      });
    });
  const open = async () => {
    await page.goto(`${server.embedOrigin}/embed/offstage001?mute=1`);
    await reachFor(page);
  };
  await open();
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  // Paused, so that its place stays while the test looks for it.
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'paused');
  await page.evaluate(() => {
    (document.querySelector('video') as HTMLVideoElement).currentTime = 40;
  });
  await expect.poll(keptPlaces).toContain('resume/offstage001');
  await open();
  // The chip shows for some seconds of the video; slow playback keeps it long enough for any
  // machine.
  await setRate(page.locator('video'), 0.1);
  await page.keyboard.press('k');
  const chip = page.locator('.resume-chip');
  await expect(chip).toContainText(/Resumed at 0:4\d/);
  await tabTo(page, '[data-visual-element=start_over_button]');
  await page.keyboard.press('Enter');
  await expect(chip).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeLessThan(30);

  await page.goto(`${server.embedOrigin}/embed/offstage002?mute=1`);
  await reachFor(page);
  await page.keyboard.press('k');
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  await page.keyboard.press('End');
  await expect(page.locator('.end-screen')).toBeVisible();
  // Nothing overlays its first button.
  await expect(page.locator('.title-bar')).toHaveCSS('background-image', 'none');
  await tabTo(page, '.end-tile >> nth=0');
  await page.keyboard.press('Enter');
  await expect(page.locator('.title')).toHaveText('Paper Tide');
  await expect(page.locator('.end-screen')).toHaveCount(0);
});
