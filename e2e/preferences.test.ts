import type { Page } from '@playwright/test';
import { clickControl } from './support/click-control.ts';
import { serveHostPage } from './support/host-page.ts';
import { reachFor } from './support/reach-for.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const video = 'offstage001';

async function open(page: Page, server: Server, query = ''): Promise<void> {
  await page.goto(`${server.embedOrigin}/embed/${video}?${query}`);
  await page.evaluate(() => window.offstage.ready);
  await reachFor(page);
}

const sound = (page: Page) =>
  page.evaluate(() => {
    const { volume, muted } = document.querySelector('video') ?? {};
    return { volume, muted };
  });

const keptNames = (page: Page) =>
  page.evaluate(async () => {
    // Opening a missing database would create an empty one, which the services would then find.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'offstage-data')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('offstage-data');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const keys = opening.result.transaction('values').objectStore('values').getAllKeys();
        keys.onsuccess = () => {
          opening.result.close();
          resolve(keys.result.map(String).filter((key) => key.startsWith('preference/')));
        };
      };
    });
  });

/** Changes every setting that keyboard and menu offer, except the quality. */
async function choose(page: Page): Promise<void> {
  await page.locator('.player').press('ArrowDown');
  await page.locator('.player').press('m');
  for (const [row, choice] of [
    ['Speed', '1.5×'],
    ['Captions', 'español'],
    ['Caption size', 'Larger'],
  ]) {
    await clickControl(page.getByRole('button', { name: 'Settings' }));
    await page
      .getByRole('menuitem', { name: new RegExp(`^${row}`) })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
  }
  await clickControl(page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('menuitem', { name: 'Caption style' }).click();
  await page.getByRole('menuitem', { name: 'Font color' }).click();
  await page.getByRole('menuitemradio', { name: 'Yellow' }).click();
  for (const _ of ['choices', 'style', 'menu']) await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect
    .poll(() => keptNames(page))
    .toEqual([
      'preference/captionStyle',
      'preference/captionsFontSize',
      'preference/captionsLanguage',
      'preference/isMuted',
      'preference/playbackRate',
      'preference/volume',
    ]);
}

async function expectChosen(page: Page): Promise<void> {
  await expect.poll(() => sound(page)).toEqual({ volume: 0.95, muted: true });
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.playbackRate))
    .toBe(1.5);
  await expect(page.locator('.captions')).toHaveAttribute('lang', 'es');
  await expect(page.locator('.captions')).toHaveAttribute('style', /--caption-scale: ?1.5/);
  await expect(page.locator('.captions')).toHaveAttribute(
    'style',
    /--caption-color: ?rgb\(255 255 0/,
  );
}

/** Stores a volume that is none. */
const breakVolume = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('offstage-data');
        opening.onsuccess = () => {
          const write = opening.result.transaction('values', 'readwrite');
          const row = {
            key: 'preference/volume',
            value: { loud: true },
            expiresMs: Date.now() + 1e9,
          };
          write.objectStore('values').put(row);
          write.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

test('a viewer’s settings are kept after a reload, and in another page of the origin, where a malformed one is discarded [feature-preferences]', async ({
  page,
  context,
  server,
}) => {
  await open(page, server);
  await choose(page);
  await page.reload();
  await expectChosen(page);
  const second = await context.newPage();
  await open(second, server);
  await expectChosen(second);
  await page.close();
  await breakVolume(second);
  await second.reload();
  await expect.poll(() => sound(second)).toEqual({ volume: 1, muted: true });
  await expect.poll(() => keptNames(second)).not.toContain('preference/volume');
});

test('the address overrides the preferences', thorough, async ({ page, server }) => {
  await open(page, server);
  await choose(page);
  await open(page, server, 'mute=0&cc_load_policy=1&cc_lang_pref=en');
  await expect.poll(() => sound(page)).toEqual({ volume: 0.95, muted: false });
  await expect(page.locator('.captions')).toHaveAttribute('lang', 'en');
});

test('when two embeds change settings, the last change wins for each setting', async ({
  page,
  context,
  server,
}) => {
  const second = await context.newPage();
  await open(page, server);
  await page.locator('.player').press('ArrowDown');
  await expect.poll(() => keptNames(page)).toContain('preference/volume');
  await open(second, server);
  // It has read what is stored.
  await expect.poll(() => sound(second)).toMatchObject({ volume: 0.95 });
  await page.locator('.player').press('m');
  // Stored before the other page stores its change.
  await expect.poll(() => keptNames(page)).toContain('preference/isMuted');
  for (let press = 0; press < 3; press += 1) await second.locator('.player').press('ArrowDown');
  await expect(async () => {
    await page.reload();
    await expect.poll(() => sound(page), { timeout: 2_000 }).toEqual({ volume: 0.8, muted: true });
  }).toPass();
});

test('a chosen quality is chosen again [feature-quality]', async ({ page, server }) => {
  const qualityOf = () =>
    page
      .getByRole('menuitem', { name: /^Quality/ })
      .locator('.menu-value')
      .textContent();
  await open(page, server, 'autoplay=1&mute=1');
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
  await clickControl(page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('menuitem', { name: /^Quality/ }).click();
  await page.getByRole('menuitemradio', { name: /240/ }).click();
  await expect.poll(() => keptNames(page)).toEqual(['preference/qualityHeight']);
  await page.reload();
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
  await expect(async () => {
    await clickControl(page.getByRole('button', { name: 'Settings' }));
    await expect.poll(qualityOf, { timeout: 2_000 }).toMatch(/^240/);
  }).toPass();
});

/**
 * A host page on the player's own site: Playwright's contexts deny frames of other sites their
 * storage.
 */
async function openHost(page: Page, server: Server) {
  const host = await serveHostPage(`<script>
    window.send = (message) =>
      frames[0].postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*');
    addEventListener('message', ({ data }) => {
      const { event } = JSON.parse(data);
      if (event === 'onReady') document.documentElement.dataset.ready = '';
    });
  </script>
  <iframe src="${server.embedOrigin}/embed/${video}?enablejsapi=1" width="640" height="360"
    allow="autoplay" onload="send({ event: 'listening' })"></iframe>`);
  await page.goto(host.url.replace('127.0.0.1', 'localhost'));
  await expect(page.locator('html')).toHaveAttribute('data-ready');
  const element = page.frameLocator('iframe').locator('video');
  return {
    command: (func: string, ...args: unknown[]) =>
      page.evaluate(
        (message) => (window as unknown as { send: (message: unknown) => void }).send(message),
        {
          event: 'command',
          func,
          args,
        },
      ),
    sound: () =>
      element.evaluate((media: HTMLVideoElement) => ({ volume: media.volume, muted: media.muted })),
    rate: () => element.evaluate((media: HTMLVideoElement) => media.playbackRate),
    close: host.close,
  };
}

test('a host’s setting overrides the viewer’s preference, and is not saved as one', async ({
  page,
  server,
}) => {
  await open(page, server);
  await page.locator('.player').press('ArrowDown');
  await page.locator('.player').press('m');
  await expect.poll(() => keptNames(page)).toEqual(['preference/isMuted', 'preference/volume']);

  const host = await openHost(page, server);
  await host.command('setVolume', 100);
  await host.command('unMute');
  await host.command('setOption', 'captions', 'fontSize', 2);
  await host.command('setPlaybackRate', 2);
  await expect.poll(host.sound).toEqual({ volume: 1, muted: false });
  // Commands run in order, so this is the last one.
  await expect.poll(host.rate).toBe(2);
  await host.close();

  await open(page, server);
  await expect.poll(() => sound(page)).toEqual({ volume: 0.95, muted: true });
  expect(await keptNames(page)).toEqual(['preference/isMuted', 'preference/volume']);
  const rate = await page
    .locator('video')
    .evaluate((media: HTMLVideoElement) => media.playbackRate);
  expect(rate).toBe(1);
});
