import type { Page } from '@playwright/test';
import type { OffstagePlayerElement } from '../sdk/offstage-player.ts';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

/** A publisher's page with the strictest policy that the element supports. */
async function openPage(page: Page, server: Server, element: string): Promise<() => Promise<void>> {
  const policy = `default-src 'none'; script-src ${server.embedOrigin}; img-src data: ${server.embedOrigin}; frame-src ${server.embedOrigin}; require-trusted-types-for 'script'`;
  const host = await serveHostPage(
    `${element}<script type="module" src="${server.embedOrigin}/sdk/offstage-player.js"></script>`,
    { 'content-security-policy': policy },
  );
  await page.goto(host.url);
  await expect
    .poll(() => page.locator('offstage-player').evaluate((each) => each.matches(':defined')))
    .toBe(true);
  return host.close;
}

const element =
  '<offstage-player videoid="offstage002" video-title="Lanterns" params="mute=1"><a href="/x">Watch</a></offstage-player>';

const read = <T>(page: Page, look: (element: OffstagePlayerElement) => T) =>
  page.locator('offstage-player').evaluate(look as (element: Element) => T);

test('a page with <offstage-player> loads a poster; a click loads the player and plays', async ({
  page,
  server,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const close = await openPage(page, server, element);
  const button = page.getByRole('button', { name: 'Play: Lanterns' });
  await expect(button).toBeVisible();
  const poster = page.locator('offstage-player').locator('img');
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Watch' })).toBeHidden();
  expect(requests.filter((path) => path.startsWith('/embed'))).toEqual([]);

  await page.evaluate(() => {
    window.reported = [];
    const player = document.querySelector('offstage-player');
    for (const name of ['ready', 'statechange', 'timeupdate'])
      player?.addEventListener(name, (event) =>
        window.reported.push(`${name} ${(event as CustomEvent).detail}`),
      );
  });
  await button.click();
  await expect
    .poll(() => page.evaluate(() => window.reported))
    .toEqual(expect.arrayContaining(['ready null', 'statechange 1']));
  await expect.poll(() => read(page, ({ currentTime }) => currentTime)).toBeGreaterThan(1);
  expect(await read(page, ({ paused, duration }) => [paused, Math.round(duration)])).toEqual([
    false,
    32,
  ]);

  await read(page, (each) => each.pause());
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(true);
  await read(page, (each) => {
    each.currentTime = 20;
    each.volume = 0.3;
    each.playbackRate = 2;
  });
  await expect
    .poll(() => read(page, (each) => [each.currentTime, each.volume, each.playbackRate]))
    .toEqual([20, 0.3, 2]);
  await read(page, (each) => each.play());
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  await close();
});

test('a new videoid plays in the same frame', async ({ page, server }) => {
  const close = await openPage(page, server, element);
  await read(page, (each) => each.load().then(() => {}));
  await read(page, (each) => each.setAttribute('videoid', 'offstage001'));
  await expect
    .poll(() => read(page, ({ player }) => player?.getVideoData().video_id))
    .toBe('offstage001');
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  const frame = page.locator('offstage-player').locator('iframe');
  await expect(frame).toHaveAttribute('src', /offstage002/);
  await expect(frame).toHaveAttribute('title', 'Four Lights');
  await close();
});

test('a playlist plays, and its player steps through it', async ({ page, server }) => {
  const close = await openPage(
    page,
    server,
    '<offstage-player playlist="PLoffstageplaylist" title="All" params="mute=1"></offstage-player>',
  );
  await page.getByRole('button', { name: 'Play: All' }).click();
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  await read(page, ({ player }) => void player?.nextVideo());
  await expect
    .poll(() => read(page, ({ player }) => player?.getVideoData().video_id))
    .toBe('offstage002');
  await close();
});

/**
 * Waits until the player reloads after the move; until then the element reports the previous one.
 * @returns the order of its playlist right before the move
 */
async function move(page: Page): Promise<string | undefined> {
  const order = await page.evaluate(() => {
    window.reported = [];
    const element = document.querySelector('offstage-player');
    for (const name of ['ready', 'error'])
      element?.addEventListener(name, () => window.reported.push(name));
    const before = element?.player?.getPlaylist()?.join();
    if (element) document.querySelector('section')?.append(element);
    return before;
  });
  await expect.poll(() => page.evaluate(() => window.reported)).toContain('ready');
  return order;
}

test('a moved element plays on where it was', async ({ page, server }) => {
  const close = await openPage(page, server, `${element}<section></section>`);
  await page.getByRole('button').click();
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  await read(page, (each) => {
    each.currentTime = 20;
  });
  await expect.poll(() => read(page, ({ currentTime }) => currentTime)).toBeGreaterThan(20);
  await move(page);
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  expect(await read(page, ({ currentTime }) => currentTime)).toBeGreaterThanOrEqual(20);
  await close();
});

test('a moved element plays on in an author’s videos, in their shuffled order', async ({
  page,
  server,
}) => {
  const close = await openPage(
    page,
    server,
    `<offstage-player videoid="offstage002" params="mute=1&listType=user_uploads&list=Offstage"></offstage-player><section></section>`,
  );
  await page.getByRole('button').click();
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  const order = () => read(page, ({ player }) => player?.getPlaylist().join());
  const owners = await order();
  // Shuffling may return the original order.
  await expect
    .poll(async () => {
      await read(page, ({ player }) => void player?.setShuffle(true));
      return order();
    })
    .not.toBe(owners);
  const shuffled = await move(page);
  await expect.poll(() => read(page, ({ paused }) => paused)).toBe(false);
  await expect.poll(order).toBe(shuffled);
  expect(await read(page, ({ player }) => player?.getVideoData().video_id)).toBe('offstage002');
  expect(await page.evaluate(() => window.reported)).toEqual(['ready']);
  await close();
});

test('the element and the module share one SDK', async ({ page, server }) => {
  const close = await openPage(page, server, element);
  await read(page, (each) => each.load().then(() => {}));
  const isOne = await page.evaluate(async (url) => {
    const { Player } = await import(url);
    return document.querySelector('offstage-player')?.player instanceof Player;
  }, `${server.embedOrigin}/sdk/offstage.js`);
  expect(isOne).toBe(true);
  await close();
});
