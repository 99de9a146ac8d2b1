import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

// Each of these also fails on any message in the console, such as that of a refused style.

const isDark = (page: Page) =>
  page.evaluate(() => document.documentElement.classList.contains('dark'));

/** VitePress's own script has taken over the page: its buttons answer. */
const whenReady = (page: Page) =>
  page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `the documents can be read by everybody in ${colorScheme}, and on a phone too`,
    thorough,
    async ({ page, server }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 640 });
        for (const name of ['', 'architecture.html', 'sdk.html']) {
          await page.goto(`${server.demoOrigin}/docs/${name}`);
          await whenReady(page);
          expect(await isDark(page)).toBe(colorScheme === 'dark');
          expect(await findBarriers(page), `${name} at ${width}`).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }
      }
    },
  );

test('the search finds a part of a document without asking another server, and leads to it', async ({
  page,
  server,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.demoOrigin}/docs/`)) others.push(request.url());
  });
  await page.goto(`${server.demoOrigin}/docs/`);
  await whenReady(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('fixed versions');
  const found = page.getByRole('option', { name: /Fixed versions/ });
  await expect(found.first()).toBeVisible();
  // With excerpts, for which the documents themselves are loaded.
  await page.getByRole('button', { name: 'Display detailed list' }).click();
  await expect(page.locator('.excerpt mark').first()).toBeVisible();
  await found.first().click();
  await expect(page).toHaveURL(`${server.demoOrigin}/docs/sdk.html#fixed-versions`);
  await expect(page.getByRole('heading', { name: 'Fixed versions' })).toBeInViewport();
  expect(others).toEqual([]);
});

test('a reader calculates a size with figures of their own', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.demoOrigin}/docs/scale.html`);
  await whenReady(page);
  const expectPages = (value: string) =>
    expect(
      page.getByRole('row', { name: `pages opened a second ${value}`, exact: true }),
    ).toBeVisible();
  await expectPages('1,670');
  await page.getByRole('spinbutton', { name: 'viewers at a time' }).fill('6000');
  await expectPages('10');
  await page.getByRole('spinbutton', { name: 'a visit, minutes' }).fill('');
  await expectPages('–');
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a reader chooses dark, diagrams follow, and the choice stays', async ({ page, server }) => {
  await page.goto(`${server.demoOrigin}/docs/architecture.html`);
  const diagram = page.getByRole('region', { name: /^How a host page/ });
  await expect(diagram.getByText('Host page')).toBeVisible();
  const ink = () => diagram.getByText('Host page').evaluate((text) => getComputedStyle(text).fill);
  const inLight = await ink();
  await whenReady(page);
  await page.getByRole('switch', { name: 'Appearance' }).click();
  await expect.poll(ink).not.toBe(inLight);
  expect(await isDark(page)).toBe(true);
  await page.reload();
  expect(await isDark(page)).toBe(true);
});

test('the copy button gives code as it is written', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.demoOrigin}/docs/sdk.html`);
  await whenReady(page);
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^<div id="player"><\/div>\n<script src=/);
});

test('on a phone a document begins with its text, and a button shows all others', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${server.demoOrigin}/docs/telemetry.html`);
  await expect(page.getByRole('heading', { name: 'What is sent' })).toBeInViewport();
  const other = page.getByRole('link', { name: 'Self-hosting' });
  await expect(other).not.toBeInViewport();
  await whenReady(page);
  await page.getByRole('button').filter({ hasText: 'Menu' }).click();
  await expect(other).toBeInViewport();
  await other.click();
  await expect(page).toHaveURL(`${server.demoOrigin}/docs/self-hosting.html`);
});

test('the documents lead to the demo', async ({ page, server }) => {
  await page.goto(`${server.demoOrigin}/docs/decisions/`);
  await whenReady(page);
  await page.getByRole('link', { name: 'The demo host page' }).click();
  await expect(page).toHaveURL(`${server.demoOrigin}/`);
  await expect(page.locator('iframe').first()).toBeVisible();
});

test.describe('a document that is not there', () => {
  test.use({ expectedNoise: /404 \(Not Found\)/ });
  test('is a page that leads to those that are', async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/docs/decisions/none.html`);
    const all = page.getByRole('link', { name: 'All documents' });
    await expect(all).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await all.click();
    await expect(page).toHaveURL(`${server.demoOrigin}/docs/`);
  });
});
