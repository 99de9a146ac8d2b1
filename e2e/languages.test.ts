import type { Page } from '@playwright/test';
import { reachFor } from './support/reach-for.ts';
import { expect, test } from './support/test.ts';

/** Names of the catalogues that a page fetches. */
function watchCatalogues(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/(en|es|de|fr|ja|ar)-[^/]+\.js$/.exec(request.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

test.describe('a viewer whose browser is set to German', () => {
  test.use({ locale: 'de-AT' });

  test('reads German, unless the address sets another language, and downloads one language [feature-languages]', async ({
    page,
    server,
  }) => {
    const catalogues = watchCatalogues(page);
    const reply = await page.goto(`${server.embedOrigin}/embed/offstage001`);
    expect(await reply?.text()).toContain('<html lang="de" dir="ltr"');
    await reachFor(page);
    await expect(page.getByRole('button', { name: 'Einstellungen' })).toBeAttached();
    expect(catalogues).toEqual(['de']);
    const seek = page.getByRole('slider', { name: 'Wiedergabeposition' });
    await expect(seek).toHaveAttribute('aria-valuetext', /^0 Sekunden von 1 Minute.* 4 Sekunden$/);

    await page.goto(`${server.embedOrigin}/embed/nosuchvideo?hl=es_419`);
    await expect(page.getByRole('alert')).toContainText('Este vídeo no está disponible');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');

    await page.goto(`${server.embedOrigin}/embed/offstage001?hl=ar`);
    await reachFor(page);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const play = page.getByRole('button', { name: 'تشغيل' }).first();
    await expect(play).toBeAttached();
    // The time line runs left to right in every language: its right end is the video's.
    const bar = page.getByRole('slider', { name: 'موضع التشغيل' });
    const { width, height } = (await bar.boundingBox()) ?? { width: 0, height: 0 };
    await bar.click({ position: { x: width * 0.9, y: height / 2 } });
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
      .toBeGreaterThan(50);
    expect(catalogues).toEqual(['de', 'es', 'ar']);
  });
});

test.describe('on an unreliable network', () => {
  test.use({ expectedNoise: /ERR_FAILED|dynamically imported module/ });

  test('a language that fails to load falls back to English; controls that fail to load are retried when the viewer reaches for them, and then obey earlier keys', async ({
    page,
    server,
  }) => {
    const lost = { languages: 0, controls: 0 };
    await page.route('**/assets/fr-*.js', (route) => {
      lost.languages += 1;
      return route.abort();
    });
    await page.route('**/assets/mount-ui-*.js', async (route) => {
      lost.controls += 1;
      if (lost.controls > 1) return route.continue();
      // Only the viewer triggers the retry: from here on the page's clock is stopped.
      await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
      return route.abort();
    });
    // Its message may name a script that imports the lost one.
    const failed = page.waitForEvent('pageerror', ({ message }) => /imported module/.test(message));
    await page.clock.install();
    await page.goto(`${server.embedOrigin}/embed/offstage001?hl=fr`);
    // Until then no listener exists.
    await expect(page.locator('.player')).not.toHaveAttribute('data-state', 'unstarted');
    await page.mouse.move(100, 100);
    // Before the page knows of the failure, nothing waits for the key.
    await failed;
    await page.keyboard.press('m');
    await page.clock.runFor(5_000);
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeAttached();
    expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true);
    expect(lost.controls).toBe(2);
    expect(lost.languages).toBeGreaterThan(0);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
