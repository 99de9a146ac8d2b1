import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { storedEvents } from './intake.ts';
import type { Server } from './server-process.ts';
import { test as base } from './shared-context.ts';
import { expect } from './test.ts';

export const video = 'offstage002';

/** The operator's file: `--page-config`. */
const operatorsFile = {
  args: { jsapicallback: 'provider.playerReady', color: 'white' },
  api: { enableSafetyMode: true },
  assets: { css: '/brand.css' },
  webPlayerContextConfig: {
    jsUrl: '/brand.js',
    serializedExperimentFlags: 'shorts_force_dark_theme=true&brand_new=2',
    serializedForcedExperimentIds: '12,34',
  },
};

export const test = base.extend<{ operated: Server }>({
  operated: async ({ page, servers }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'offstage-e2e-config-'));
    const file = join(directory, 'page.json');
    writeFileSync(file, JSON.stringify(operatorsFile));
    const server = await servers.start([
      '--page-config',
      file,
      '--logged-in-header',
      'X-Forwarded-User',
    ]);
    await use(server);
    // Leave the page first, so that it sends no requests to a stopped server.
    await page.goto('about:blank');
    await server.dispose();
    rmSync(directory, { recursive: true });
  },
});

/** The page with another config, and optionally another body, as a provider would write it. */
export async function openWith(
  page: Page,
  { embedOrigin }: Server,
  change: (config: Record<string, unknown>) => unknown,
  changeHtml = (html: string) => html,
): Promise<void> {
  await page.route(`${embedOrigin}/embed/**`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(id="page-config">)([^<]*)/, (_, tag, json) => {
      return tag + JSON.stringify(change(JSON.parse(json)));
    });
    // A page of a provider's own server, without our policy.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: changeHtml(html) });
  });
  await page.goto(`${embedOrigin}/embed/${video}`);
}

/** A provider's script and style, served from the page's own origin. */
export async function serveAssets(page: Page, script: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\/brand\.(js|css)$/, (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    return route.fulfill(
      path.endsWith('.js')
        ? { contentType: 'text/javascript', body: script }
        : { contentType: 'text/css', body: 'body { --brand: 1 }' },
    );
  });
  return asked;
}

export const player = (page: Page) => page.locator('.player');
export const problemsOf = (page: Page) =>
  page.evaluate(() => window.offstage.diagnose()?.configProblems);

export async function configErrors(page: Page, server: Server) {
  await page.evaluate(() => window.offstage.flush());
  const errors = (await storedEvents(server)).filter(({ name }) => name === 'config_error');
  return errors.map(({ payload }) => `${payload.code} ${payload.field}`);
}

export async function plays(page: Page): Promise<void> {
  // Before that only the shell's inline script receives clicks, and some of these policies block
  // it.
  await expect(player(page)).not.toHaveAttribute('data-state', 'unstarted');
  await page.locator('.big-play').click();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
}
