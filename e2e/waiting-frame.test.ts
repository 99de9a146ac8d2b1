import type { Page } from '@playwright/test';
import { holdScript } from './support/hold-script.ts';
import { reachFor } from './support/reach-for.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { frame, holdScripts, own, player, title } from './support/waiting-frame.ts';

test('without any script a page shows title, channel and length, and marks a live stream as live [feature-waiting-frame]', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.embedOrigin}/embed/offstage001`);
  await expect(page.getByText('Four Lights')).toBeVisible();
  await expect(page.getByText('Offstage', { exact: true })).toBeVisible();
  await expect(page.getByRole('time')).toHaveText('1:04');
  await expect(page.getByRole('time')).toBeVisible();
  await page.goto(`${server.embedOrigin}/embed/offstage004`);
  await expect(page.getByText('Around the Clock')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  for (const query of ['controls=0', 'autoplay=1&mute=1']) {
    await page.goto(`${server.embedOrigin}/embed/offstage001?${query}`);
    await expect(page.getByText('Four Lights')).toHaveCount(0);
  }
  await context.close();
});

test('the title disappears at the click, before the page’s script has loaded, and does not return while the video plays', async ({
  page,
  server,
}) => {
  const letCome = await holdScript(page);
  await page.goto(`${server.embedOrigin}/embed/offstage002`, { waitUntil: 'commit' });
  await expect(title(page)).toBeVisible();
  await page.locator('.big-play').click();
  await expect(title(page)).toBeHidden();
  // From here on every painted frame is checked.
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('.waiting .title')?.getClientRects().length)
        document.documentElement.dataset.cameBack = '';
      requestAnimationFrame(look);
    };
    look();
  });
  letCome();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('.bar')).toBeAttached();
  await expect(page.locator('html')).not.toHaveAttribute('data-came-back');
});

own.describe('when the controls appear', () => {
  /** The position of the letters of title and channel, however wide their lines are. */
  const letters = (page: Page) =>
    page.evaluate(() =>
      ['.title', '.author'].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(name) as Element);
        const { x, y, height } = range.getBoundingClientRect();
        return [name, x, y, height];
      }),
    );

  own(
    'the title shows exactly once at every moment, and does not move',
    async ({ page, server }) => {
      await page.addInitScript(() => {
        const counts = new Set<number>();
        Object.assign(window, { titleCounts: counts });
        new MutationObserver(() => {
          if (document.querySelector('.player'))
            counts.add(document.querySelectorAll('.title').length);
        }).observe(document, { childList: true, subtree: true });
      });
      for (const [width, height, paths] of [
        // A title of either direction, in pages of either direction.
        [200, 110, ['waiting0001', 'waiting0002?hl=ar']],
        [320, 180, ['waiting0002']],
        [640, 360, ['waiting0001', 'waiting0001?hl=ar', 'waiting0002?hl=ar']],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const path of paths) {
          await page.goto(`${server.embedOrigin}/embed/${path}`);
          await expect(title(page)).toBeVisible();
          const before = await letters(page);
          await reachFor(page);
          await expect(frame(page)).toHaveCount(0);
          if (height > 190) await expect(page.locator('.channel')).toBeVisible();
          expect([path, width, await letters(page)]).toEqual([path, width, before]);
          const counts = await page.evaluate(() => [
            ...(window as typeof window & { titleCounts: Set<number> }).titleCounts,
          ]);
          expect(counts.filter((count) => count > 1)).toEqual([]);
        }
      }
    },
  );

  own('the title keeps the keyboard focus', async ({ page, server }) => {
    const letCome = await holdScripts(page, 'mount-ui');
    await page.goto(`${server.embedOrigin}/embed/waiting0001`);
    await expect(player(page)).toHaveAttribute('data-state', 'cued');
    await page.keyboard.press('Tab');
    await expect(page.locator('.big-play')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(frame(page).getByRole('link', { name: 'Four Lights' })).toBeFocused();
    letCome();
    await expect(page.locator('.ui').getByRole('link', { name: 'Four Lights' })).toBeFocused();
    await expect(frame(page)).toHaveCount(0);
  });
});

test('a page that no server has filled in names its video once it knows it', async ({
  page,
  server,
}) => {
  await page.route(/\/embed\/offstage002/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(id="page-config">)[^<]*/, '$1')
      .replace(/<div class="waiting">.*<\/div>/, '');
    await route.fulfill({ response, body });
  });
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await expect(frame(page)).toHaveText('LanternsOffstage0:32');
  await expect(title(page)).toBeVisible();
});
