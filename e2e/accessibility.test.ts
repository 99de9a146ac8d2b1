import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

interface State {
  /** Without a path, the previous state's page is used. */
  path?: string;
  /** Steps from the loaded page to the state under test. */
  reach?: (page: Page) => Promise<void>;
}

const video = '/embed/offstage001?mute=1';
const untilState = (page: Page, state: string) =>
  expect(page.locator('#video-player')).toHaveAttribute('data-state', state);

async function play(page: Page): Promise<void> {
  await page.locator('.big-play').press('Enter');
  await untilState(page, 'playing');
}

/** From the settings, or one of their pages, to the page behind a row. */
function settingsPage(row: string): State {
  return {
    async reach(page) {
      if (await page.locator('.menu-back').isVisible()) await page.keyboard.press('Escape');
      await page.locator(`[data-visual-element="${row}_item"]`).press('Enter');
      await expect(page.locator('.menu-back')).toBeFocused();
    },
  };
}

/**
 * Every state of the player, by name; each is checked in both themes. A new state is one more line.
 */
const groups: Record<string, Record<string, State>> = {
  screens: {
    cued: { path: video },
    playing: { reach: play },
    paused: {
      async reach(page) {
        await page.keyboard.press('k');
        await untilState(page, 'paused');
      },
    },
    ended: {
      path: '/embed/offstage002?mute=1',
      async reach(page) {
        await play(page);
        await page.keyboard.press('End');
        await untilState(page, 'ended');
      },
    },
    live: { path: '/embed/offstage004?mute=1', reach: play },
    'in a playlist': { path: '/embed/videoseries?list=PLoffstageplaylist&mute=1', reach: play },
    error: { path: '/embed/nosuchvideo' },
    'without controls': { path: `${video}&controls=0` },
    'right to left': { path: `${video}&hl=ar`, reach: play },
  },
  panels: {
    settings: {
      path: video,
      async reach(page) {
        // Captions are on, so the menu also offers their size.
        await page.keyboard.press('c');
        await play(page);
        await page.getByRole('button', { name: 'Settings' }).press('Enter');
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    'settings, quality': settingsPage('quality'),
    'settings, speed': settingsPage('speed'),
    'settings, captions': settingsPage('captions'),
    'settings, size of captions': settingsPage('captions_size'),
    shortcuts: {
      path: video,
      async reach(page) {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  },
};

for (const [group, states] of Object.entries(groups)) {
  test(
    `axe finds no accessibility problem in the ${group} of the player, in either theme [feature-accessibility]`,
    group === 'screens' ? {} : thorough,
    async ({ page, server }) => {
      for (const [name, { path, reach }] of Object.entries(states)) {
        await test.step(name, async () => {
          if (path !== undefined) await page.goto(`${server.embedOrigin}${path}`);
          // The viewer's pointer reaches the player, which listens by then, so the controls load.
          await page.evaluate(() => window.offstage.ready);
          await page.locator('.player').hover({ position: { x: 5, y: 5 } });
          await expect(page.locator('[role=status]').first()).toBeAttached();
          await reach?.(page);
          for (const [theme, rules] of [
            ['dark', 'all'],
            ['light', 'colors'],
          ] as const) {
            await page.locator('html').evaluate((html, value) => {
              html.dataset.theme = value;
            }, theme);
            expect(await findBarriers(page, rules), `${name}, ${theme}`).toEqual([]);
          }
        });
      }
    },
  );
}
