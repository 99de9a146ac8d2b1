import { findBarriers } from './support/axe.ts';
import { holdScript } from './support/hold-script.ts';
import { test as hosted } from './support/raw-host.ts';
import { reachFor } from './support/reach-for.ts';
import { expect } from './support/test.ts';
import { frame, holdScripts, own, player, title } from './support/waiting-frame.ts';

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
    for (const query of ['', '?theme=light', '?hl=ar']) {
      await page.goto(`${server.embedOrigin}/embed/waiting0001${query}`);
      await expect(title(page)).toBeVisible();
      for (const [forcedColors, rules] of [
        ['none', 'all'],
        ['active', 'colors'],
      ] as const) {
        await page.emulateMedia({ forcedColors });
        const barriers = await findBarriers(page, rules);
        expect([query, forcedColors, barriers]).toEqual([query, forcedColors, []]);
      }
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
