import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** An API behind the operator's gateway: it has a version and requires a key and a credential. */
const test = base.extend<{ server: Server }>({
  server: async ({ servers }, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'offstage-config-'));
    const file = join(dir, 'page.json');
    writeFileSync(file, JSON.stringify({ api: { version: 'v2', authorization: 'Bearer pages' } }));
    const server = await servers.start(['--page-config', file, '--api-key', 'key-1']);
    await use(server);
    await server.dispose();
    rmSync(dir, { recursive: true });
  },
});

/** The viewer goes to the next video, which the page requests from the API. */
async function goOn(page: Page) {
  const [call] = await Promise.all([
    page
      .context()
      .waitForEvent('request', (one) => new URL(one.url()).pathname.endsWith('/player')),
    page.keyboard.press('Shift+N'),
  ]);
  return call;
}

for (const runtime of ['worker', 'main'] as const) {
  const mark = runtime === 'main' ? thorough : {};
  const path = `/embed/offstage001?playlist=offstage002,offstage001&autoplay=1&mute=1&runtime=${runtime}`;

  test(
    `API calls use the version, key and authorization of the page config (runtime=${runtime}) [spec-7.21, spec-7.23, spec-7.33]`,
    mark,
    async ({ page, server }) => {
      await page.goto(`${server.embedOrigin}${path}`);
      // The key is heard once the page's script has run.
      await page.evaluate(() => window.offstage.ready);
      const call = await goOn(page);
      expect(call.url()).toBe(`${server.embedOrigin}/youtubei/v2/player?alt=json&key=key-1`);
      expect(call.headers()).toMatchObject({ authorization: 'Bearer pages' });
      await expect(page).toHaveTitle('Lanterns - Offstage');
    },
  );

  test.describe(() => {
    test.use({ expectedNoise: /status of 403/ });

    test(
      `a page with an old API key plays its own video, and other calls fail with the cause (runtime=${runtime}) [spec-8.8]`,
      mark,
      async ({ page, server }) => {
        await page.route(/\/embed\//, async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            body: (await response.text()).replace('"key":"key-1"', '"key":"old"'),
          });
        });
        await page.goto(`${server.embedOrigin}${path}`);
        await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
        const response = await (await goOn(page)).response();
        expect(response?.status()).toBe(403);
        expect(await response?.json()).toMatchObject({ error: { code: 'BAD_API_KEY' } });
        await expect(page.getByRole('alert')).toBeVisible();
      },
    );
  });
}
