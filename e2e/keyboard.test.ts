import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const focused = (page: Page) => page.locator(':focus');
const untilState = (page: Page, state: string) =>
  expect(page.locator('#video-player')).toHaveAttribute('data-state', state);
const time = (page: Page) =>
  page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);

/** Presses Tab or Shift+Tab, as a viewer does, until the control with this name has the focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const control = page.getByRole('button', { name }).or(page.getByRole('slider', { name }));
  await expect(control.first()).toBeAttached();
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press(key);
    const label = await page.evaluate(() => document.activeElement?.ariaLabel ?? '');
    if (name.test(label)) break;
  }
  await expect(focused(page)).toHaveAccessibleName(name);
}

test('a viewer with only a keyboard plays, seeks, changes every setting, gets help, reaches the end and plays again [feature-speed-loop, feature-keyboard-alone]', async ({
  page,
  server,
}) => {
  const shown = page.locator('.visually-hidden[role=status]');
  await page.goto(`${server.embedOrigin}/embed/offstage001?mute=1`);

  // Before its first paint, a page does not hear keys.
  await page.evaluate(() => window.offstage.ready);
  // Play: the large button disappears, and the focus moves to the bar's button.
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAttribute('data-visual-element', 'large_play_button');
  await page.keyboard.press('Enter');
  await untilState(page, 'playing');
  await expect(focused(page)).toHaveAttribute('data-visual-element', 'play_button');
  await page.keyboard.press('Space');
  await untilState(page, 'paused');
  await expect(focused(page)).toHaveAccessibleName('Play');

  // Seek.
  await tabTo(page, /^Seek$/);
  await page.keyboard.press('Home');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', '0 seconds of 1 minute 4 seconds');
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', '5 seconds of 1 minute 4 seconds');
  await page.keyboard.press('PageUp');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', '11 seconds of 1 minute 4 seconds');
  await page.keyboard.press('9');
  await expect(shown.first()).toHaveText('57 seconds');
  // Frame by frame while paused.
  const from = await time(page);
  await page.keyboard.press('.');
  await expect.poll(() => time(page)).toBeGreaterThan(from);
  expect(await time(page)).toBeLessThan(from + 0.1);
  await page.keyboard.press('0');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', /^0 seconds/);

  // Volume.
  await tabTo(page, /^Volume$/);
  await page.keyboard.press('m');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', '100%');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveAttribute('aria-valuetext', '95%');
  await page.keyboard.press('m');
  await expect(shown.first()).toHaveText('Muted');
  await page.keyboard.press('>');
  await expect(shown.first()).toHaveText('Speed 1.25×');
  await expect(focused(page)).toHaveAccessibleName('Volume');

  // Captions.
  await tabTo(page, /^Captions$/);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('+');
  await expect(shown.first()).toHaveText('Caption size: Large');

  // Settings: a menu, and a menu in it.
  await tabTo(page, /^Settings$/);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveText(/^Quality/);
  await page.keyboard.press('s');
  await expect(focused(page)).toHaveText(/^Speed/);
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toHaveAccessibleName('Back: Speed');
  await page.keyboard.press('End');
  await expect(focused(page)).toHaveText('2×');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(focused(page)).toHaveText(/^Speed/);
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveAccessibleName('Settings');

  // Full screen, by its button and by its key.
  await tabTo(page, /^Full screen$/);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Exit full screen');
  await page.keyboard.press('f');
  await expect(focused(page)).toHaveAccessibleName('Full screen');

  // Help: it traps the focus, and then restores it.
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
  for (const text of [
    'Play or pause',
    'Back 10 seconds',
    'Previous frame (while paused)',
    'Larger captions',
  ])
    await expect(help).toContainText(text);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.bar') ?? null)).toBeNull();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(focused(page)).toHaveAccessibleName('Full screen');

  // The end, and a replay.
  await page.keyboard.press('k');
  await untilState(page, 'playing');
  await page.keyboard.press('End');
  await untilState(page, 'ended');
  await tabTo(page, /^Replay$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await untilState(page, 'playing');
  expect(await time(page)).toBeLessThan(30);
});
