import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { serveHostPage } from './support/host-page.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** Chromium has no Web Share on Linux and warns for each frame that allows it. */
test.use({ expectedNoise: /Unrecognized feature: 'web-share'/ });

const code = (page: Page) => page.locator('.snippet code');
const frame = (page: Page) => page.locator('.frame iframe');

test('the builder’s settings apply to the frame and the code, and the code plays in another page', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.demoOrigin}/`);
  await page.getByRole('link', { name: 'Embed code' }).click();
  await expect(frame(page)).toHaveAttribute('src', `${server.embedOrigin}/embed/offstage001`);

  await page.getByRole('checkbox', { name: 'Autoplay' }).check();
  await expect(page.getByText('Most browsers block autoplay')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Muted' }).check();
  await expect(page.getByText('Most browsers block autoplay')).toBeHidden();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('light');
  await page.getByRole('textbox', { name: 'Start at' }).fill('16');
  await page.getByRole('textbox', { name: 'Start at' }).press('Enter');
  const address = `${server.embedOrigin}/embed/offstage001?start=16&autoplay=1&mute=1&theme=light`;
  await expect(frame(page)).toHaveAttribute('src', address);
  await expect(page.frameLocator('.frame iframe').locator('html')).toHaveAttribute(
    'data-theme',
    'light',
  );

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('#copied')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await code(page).textContent());
  const host = await serveHostPage(`<meta name="viewport" content="width=device-width">${copied}`);
  await page.goto(host.url);
  const video = page.frameLocator('iframe').locator('video');
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime))
    .toBeGreaterThan(16.2);
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Four Lights');
  const box = await page.locator('iframe').boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 2);
  await host.close();
});

for (const [name, playing] of [
  ['<offstage-player>', 'offstage-player'],
  ['YT.Player', '#player'],
] as const)
  test(`the code with ${name} plays in another page`, thorough, async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/builder.html?v=offstage002&mute=1&start=4`);
    await page.getByRole('radio', { name }).check({ force: true });
    await expect(code(page)).toContainText(
      name === 'YT.Player' ? 'iframe_api' : '/sdk/offstage-player.js',
    );
    const host = await serveHostPage((await code(page).textContent()) ?? '');
    await page.goto(host.url);
    if (name === 'YT.Player')
      await page.frameLocator(playing).getByRole('button', { name: 'Play' }).click();
    else await page.locator(playing).getByRole('button').click();
    const inner = page.frameLocator(name === 'YT.Player' ? playing : 'offstage-player iframe');
    const time = () =>
      inner.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime);
    await expect.poll(time).toBeGreaterThan(4);
    await host.close();
  });

test('the builder explains an invalid value at its field and omits it, and keeps the rest', async ({
  page,
  server,
}) => {
  await page.goto(`${server.demoOrigin}/builder.html?start=soon&hl=de&v=x&origin=example.com`);
  const start = page.getByRole('textbox', { name: 'Start at' });
  await expect(start).toHaveAttribute('aria-invalid', 'true');
  await expect(start).toHaveAccessibleDescription('Enter seconds, for example 90 or 12.5.');
  await expect(
    page.getByRole('combobox', { name: 'Video', exact: true }),
  ).toHaveAccessibleDescription(/^Enter a video ID: 11/);
  await expect(page.getByText('Fields with errors are left out of the code (3)')).toBeVisible();
  await expect(frame(page)).toHaveAttribute('src', `${server.embedOrigin}/embed/offstage001?hl=de`);

  await start.fill('9');
  await page.getByRole('textbox', { name: 'End at' }).fill('3');
  await page.getByRole('textbox', { name: 'End at' }).press('Tab');
  await expect(start).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('End at is not after Start at')).toBeVisible();

  await page.getByRole('combobox', { name: 'Size' }).selectOption('Fixed size');
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('wide');
  await width.press('Tab');
  await expect(width).toHaveAccessibleDescription('Enter whole pixels from 1 to 10,000.');
  await width.fill('800');
  await width.press('Tab');
  await expect(code(page)).toContainText('width="800"');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(frame(page)).toHaveAttribute('src', `${server.embedOrigin}/embed/offstage001`);
});

test(
  'axe finds no accessibility problem in the builder, in light and dark, with problems shown, and at small sizes',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/builder.html?start=soon&autoplay=1&token=x&fflags=y`);
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      expect(await findBarriers(page), colorScheme).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await findBarriers(page), `${colorScheme}, small`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  },
);
