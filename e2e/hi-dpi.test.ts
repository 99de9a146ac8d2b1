import type { BrowserContext } from '@playwright/test';
import { deviceLimits } from '../shared/limits/device-limits.ts';
import { hiDpiCookieName } from '../shared/wire/hi-dpi-cookie.ts';
import { scriptRuns } from './support/script-runs.ts';
import { testWithSharpPoster as test, sharpVideoId as videoId } from './support/sharp-poster.ts';
import { expect } from './support/test.ts';

/** Chromium's maximum lifetime of a cookie. */
const longestSec = 400 * 24 * 60 * 60;

const cookieIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === hiDpiCookieName);

test.describe('on a hi-dpi screen', () => {
  test.use({ deviceScaleFactor: 2 });

  test('a first-party cookie is kept for two years, or the browser’s maximum, and brings the sharper poster', async ({
    page,
    context,
    server,
  }) => {
    const url = `${server.embedOrigin}/embed/${videoId}`;
    await page.goto(url);
    await expect(page.locator('video')).toHaveAttribute('poster', '/media/a.jpg');
    await expect
      .poll(() => cookieIn(context))
      .toMatchObject({
        value: '1',
        path: '/',
        sameSite: 'Lax',
        secure: false,
      });
    expect(deviceLimits.hiDpiCookieLifeMs).toBe(63_072_000_000);
    const { expires = 0 } = (await cookieIn(context)) ?? {};
    expect(Math.abs(expires - Date.now() / 1_000 - longestSec)).toBeLessThan(3_600);

    await page.reload();
    await expect(page.locator('video')).toHaveAttribute('poster', '/media/a.2x.jpg');
  });

  test('a cookie with the same value is not written again', async ({ page, context, server }) => {
    await context.addCookies([{ name: hiDpiCookieName, value: '1', url: server.embedOrigin }]);
    await page.addInitScript(() => {
      const real = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      Object.defineProperty(document, 'cookie', {
        get: () => real?.get?.call(document),
        set: (text: string) => document.documentElement.setAttribute('data-written', text),
      });
    });
    const isWatching = scriptRuns(page, /start-when-idle/);
    await page.goto(`${server.embedOrigin}/embed/${videoId}`);
    await isWatching();
    // Questions are answered in order.
    await page.evaluate(() => window.offstage.api('getDatasyncIds', {}));
    await expect(page.locator('html')).not.toHaveAttribute('data-written');
  });
});

test('on any other screen the cookie is deleted, also when the window moves there', async ({
  page,
  context,
  server,
}) => {
  const devtools = await context.newCDPSession(page);
  const useScreen = (deviceScaleFactor: number) =>
    devtools.send('Emulation.setDeviceMetricsOverride', {
      // Emulation fires no event if only the ratio changes.
      width: 800 + deviceScaleFactor,
      height: 600,
      deviceScaleFactor,
      mobile: false,
    });
  await page.goto(`${server.embedOrigin}/embed/${videoId}`);
  await page.evaluate(() => window.offstage.ready);
  expect(await cookieIn(context)).toBeUndefined();
  await useScreen(2);
  await expect.poll(() => cookieIn(context)).toMatchObject({ value: '1' });
  await useScreen(1);
  await expect.poll(() => cookieIn(context)).toBeUndefined();
  await useScreen(3);
  await expect.poll(() => cookieIn(context)).toMatchObject({ value: '1' });
});
