import { openGate } from './support/gate.ts';
import { serveHostPage } from './support/host-page.ts';
import { expect, test } from './support/test.ts';

test('an encrypted video plays with the keys from the licence server [feature-drm]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/embed/offstage006?autoplay=1&mute=1`);
  const root = page.locator('#video-player');
  await expect(root).toHaveAttribute('data-state', 'playing');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(1);
  expect(
    await page.evaluate(() => document.querySelector('video')?.mediaKeys?.constructor.name),
  ).toBe('MediaKeys');
  // The key comes only from the licence server.
  expect(await page.content()).not.toContain('5ea1ed');
});

test.describe('an encrypted video', () => {
  test.use({
    expectedNoise:
      /Failed to load resource|Encrypted Media access|Permissions policy violation|net::ERR_/,
  });

  test('shows an error when its licence is refused, and plays once the viewer retries and gets it', async ({
    page,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    gate.answer(/license/, { status: 403 });
    await page.goto(`${gate.origin}/embed/offstage006?autoplay=1&mute=1`);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('the license was refused');
    gate.answer(/license/, null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
    await expect(alert).toBeHidden();
    gate.block(/license/);
    await page.goto(`${gate.origin}/embed/offstage006?autoplay=1&mute=1`);
    await expect(alert).toContainText('could not be loaded. Check your connection');
    await gate.close();
  });

  test('in a frame that may not decrypt names the permission that the page’s owner must allow', async ({
    page,
    server,
  }) => {
    const host = await serveHostPage(
      `<iframe src="${server.embedOrigin}/embed/offstage006?autoplay=1&mute=1" allow="autoplay"></iframe>`,
    );
    await page.goto(host.url);
    await expect(page.frameLocator('iframe').getByRole('alert')).toContainText(
      'allow="encrypted-media"',
    );
    await host.close();
  });
});
