import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { holdScript } from './support/hold-script.ts';
import { testWithMedia } from './support/own-media.ts';
import { test as hosted } from './support/raw-host.ts';
import { reachFor } from './support/reach-for.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

const channel = { id: 'UCharbour', name: 'Harbour TV', url: 'https://example.com/harbour' };
const arabic = 'مصباح الليل';
const ownFilm = (id: string, sidecar: Record<string, unknown>) => ({
  [`${id}.mp4`]: { copyOf: 'offstage002.mp4' },
  [`${id}.jpg`]: { copyOf: 'offstage002.jpg' },
  [`${id}.json`]: { text: JSON.stringify({ id, author: 'Harbour TV', channel, ...sidecar }) },
});
const own = testWithMedia(
  {
    // The link needs an address that answers.
    ...ownFilm('waiting0001', { title: 'Four Lights', watchUrl: '/healthz' }),
    ...ownFilm('waiting0002', { title: arabic }),
    ...ownFilm('waiting0003', { title: 'A very long title '.repeat(270) }),
  },
  ['--logged-in-header', 'X-Forwarded-User'],
);

const player = (page: Page) => page.locator('#video-player');
const frame = (page: Page) => page.locator('.waiting');
const title = (page: Page) => page.locator('.waiting .title');

/** The test controls when the scripts with matching names load. */
async function holdScripts(page: Page, name: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

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
      for (const [width, height] of [
        [200, 110],
        [320, 180],
        [640, 360],
      ] as const) {
        await page.setViewportSize({ width, height });
        // A title of either direction, in pages of either direction.
        for (const path of [
          'waiting0001',
          'waiting0002',
          'waiting0001?hl=ar',
          'waiting0002?hl=ar',
        ]) {
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

own(
  'the title opens the video’s own page in a new tab and does not play, with the page’s script and without',
  async ({ page, server }) => {
    const letCome = await holdScript(page);
    await holdScripts(page, 'mount-ui');
    await page.goto(`${server.embedOrigin}/embed/waiting0001`, { waitUntil: 'commit' });
    for (const state of ['unstarted', 'cued']) {
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        frame(page).getByRole('link', { name: 'Four Lights' }).click(),
      ]);
      expect(new URL(tab.url()).pathname).toBe('/healthz');
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      await tab.close();
      await expect(player(page)).toHaveAttribute('data-state', state);
      expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
      letCome();
      if (state === 'unstarted') await expect(player(page)).toHaveAttribute('data-state', 'cued');
    }
  },
);

own(
  'a title of thousands of characters takes one line of any frame, and does not cover the play button',
  async ({ page, server }) => {
    for (const [width, height] of [
      [200, 110],
      [320, 180],
      [1_280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.embedOrigin}/embed/waiting0003`);
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        if (box === null) throw new Error(`${selector} does not show at ${width} × ${height}`);
        return { ...box, right: box.x + box.width, bottom: box.y + box.height };
      };
      const [line, button, badge] = [
        await boxOf('.title'),
        await boxOf('.big-play'),
        await boxOf('.length'),
      ];
      expect(line.height).toBeLessThan(30);
      expect(line.right).toBeLessThan(width);
      expect(line.bottom).toBeLessThan(button.y);
      expect(badge.x).toBeGreaterThan(button.right);
      expect([badge.right < width, badge.bottom < height]).toEqual([true, true]);
    }
  },
);

own(
  'modestbranding=1 hides the channel before the controls and with them, and keeps the title',
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/waiting0001`);
    await expect(frame(page).locator('.author')).toHaveText('Harbour TV');
    await reachFor(page);
    await expect(page.locator('.channel')).toHaveText('Harbour TV');

    await page.goto(`${server.embedOrigin}/embed/waiting0001?modestbranding=1`);
    await expect(frame(page)).toContainText('Four Lights');
    await expect(page.getByText('Harbour TV')).toHaveCount(0);
    await reachFor(page);
    await expect(page.locator('[data-visual-element=share_button]')).toBeVisible();
    await expect(page.locator('.title')).toHaveText('Four Lights');
    await expect(page.getByText('Harbour TV')).toHaveCount(0);

    // The same for signed-in viewers: without modestbranding they see the channel and its button.
    await page.setExtraHTTPHeaders({ 'X-Forwarded-User': 'ann' });
    for (const [query, count] of [
      ['', 1],
      ['?modestbranding=1', 0],
    ] as const) {
      await page.goto(`${server.embedOrigin}/embed/waiting0001${query}`);
      await reachFor(page);
      await expect(page.locator('[data-visual-element=watch_later_button]')).toBeVisible();
      await expect(page.locator('[data-visual-element=subscribe_button]')).toHaveCount(count);
      await expect(page.locator('.channel')).toHaveCount(count);
    }
  },
);

own(
  'axe finds no accessibility problem in a page that waits to play, in either theme and with forced colours [feature-accessibility]',
  async ({ page, server }) => {
    for (const query of ['', '?theme=light', '?hl=ar'])
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors });
        await page.goto(`${server.embedOrigin}/embed/waiting0001${query}`);
        await expect(title(page)).toBeVisible();
        expect([query, forcedColors, await findBarriers(page)]).toEqual([query, forcedColors, []]);
      }
  },
);

hosted.describe('a video that the host cues', () => {
  const cued = '/embed/offstage001?enablejsapi=1';

  hosted(
    'removes the previous title at once, and shows its own before the controls are drawn',
    async ({ page, server, openRawHost }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const letCome = await holdScripts(page, 'start-when-idle');
      const host = await openRawHost(cued);
      const waiting = host.player.locator('.waiting');
      await expect(waiting).toContainText('Four Lights');
      await host.command('cueVideoById', 'offstage002');
      await expect(host.player.locator('video')).toHaveAttribute('poster', /offstage002/);
      await expect(waiting).toHaveCount(0);
      letCome();
      await expect(waiting.locator('.title')).toBeVisible();
      const drawn = await waiting.evaluate((element) => element.outerHTML);
      expect(await host.player.locator('.ui').evaluate((ui) => ui.childElementCount)).toBe(0);
      // Again, now with the script.
      await host.command('cueVideoById', 'offstage004');
      await expect(waiting).toHaveText('Around the ClockOffstageLive');
      const drawnLive = await waiting.evaluate((element) => element.outerHTML);

      // As the server writes it for a page of the same video.
      for (const [videoId, html] of [
        ['offstage002', drawn],
        ['offstage004', drawnLive],
      ]) {
        const body = await (await fetch(`${server.embedOrigin}/embed/${videoId}`)).text();
        expect(body.replace('data-live>', 'data-live="">')).toContain(html);
      }
      await page.goto(`${server.embedOrigin}/embed/offstage001`);
      await page.evaluate(() => window.offstage.flush());
      const drawers = asked.filter((path) => path.includes('draw-waiting-frame'));
      expect(drawers).toHaveLength(1);
    },
  );

  hosted(
    'shows its title again if it is the page’s own, and not once it is loaded to play',
    async ({ openRawHost }) => {
      const host = await openRawHost(`${cued}&mute=1`);
      const waiting = host.player.locator('.waiting');
      await host.command('cueVideoById', 'offstage001');
      await expect(waiting).toHaveText('Four LightsOffstage1:04');
      await host.command('loadVideoById', 'offstage002');
      await host.untilInfo('playerState', 1);
      await expect(waiting.locator('.title')).toBeHidden();
      await host.command('stopVideo');
      await host.untilInfo('playerState', 5);
      await expect(host.player.locator('.title')).toHaveText('Lanterns');
    },
  );

  hosted('shows no title with controls=0', async ({ page, openRawHost }) => {
    const { promise: isIdle, resolve } = Promise.withResolvers<void>();
    page.on('response', (response) => {
      if (response.url().includes('start-visual-elements'))
        void response.finished().then(() => resolve());
    });
    const host = await openRawHost(`${cued}&controls=0`);
    await host.command('cueVideoById', 'offstage002');
    await expect(host.player.locator('video')).toHaveAttribute('poster', /offstage002/);
    await isIdle;
    await expect(host.player.locator('.waiting')).toHaveCount(0);
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
