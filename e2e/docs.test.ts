import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// Each of these also fails on any console message, such as a refused style.

const isDark = (page: Page) =>
  page.evaluate(() => document.documentElement.classList.contains('dark'));

/** VitePress's own script has hydrated the page: its buttons respond. */
const whenReady = (page: Page) =>
  page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds no accessibility problem in the documents in ${colorScheme}, also on a phone`, async ({
    page,
    server,
  }) => {
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
  });

test('the search finds a section of a document without another server, and leads to it', async ({
  page,
  server,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.demoOrigin}/docs/`)) others.push(request.url());
  });
  await page.goto(`${server.demoOrigin}/docs/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('fixed versions');
  const found = page.getByRole('option', { name: /Fixed versions/ });
  await expect(found.first()).toBeVisible();
  // With excerpts, which require loading the documents themselves.
  await page.getByRole('button', { name: 'Display detailed list' }).click();
  await expect(page.locator('.excerpt mark').first()).toBeVisible();
  await found.first().click();
  await expect(page).toHaveURL(`${server.demoOrigin}/docs/sdk.html#fixed-versions`);
  await expect(page.getByRole('heading', { name: 'Fixed versions' })).toBeInViewport();
  expect(others).toEqual([]);
});

test('a reader chooses dark mode, diagrams follow, and the choice is kept', async ({
  page,
  server,
}) => {
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

test('the copy button copies code as written', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.demoOrigin}/docs/sdk.html`);
  await whenReady(page);
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^<div id="player"><\/div>\n<script src=/);
});

test('on a phone a document begins with its text, and a button shows the list of documents', async ({
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

test.describe('a missing document', () => {
  test.use({ expectedNoise: /404 \(Not Found\)/ });
  test('shows a page that links to the existing ones', async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/docs/decisions/none.html`);
    const all = page.getByRole('link', { name: 'All documents' });
    await expect(all).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await all.click();
    await expect(page).toHaveURL(`${server.demoOrigin}/docs/`);
  });
});
