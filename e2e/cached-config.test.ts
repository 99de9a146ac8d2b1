import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { configLimits } from '../shared/limits/config-limits.ts';
import { bodyOf } from './support/body-of.ts';
import { holdWorkerTimers } from './support/hold-timers.ts';
import { loggedEvents } from './support/sequences.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const flags = 'from_api=1';

/** The operator's part of the API sends flags and tiers to players. */
const test = base.extend<{ server: Server }>({
  server: async ({ servers }, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'offstage-config-'));
    const file = join(dir, 'page.json');
    writeFileSync(
      file,
      JSON.stringify({
        logTiers: { playback_state: 'immediate', embed_loaded: 'default' },
        webPlayerContextConfig: { serializedExperimentFlags: flags },
      }),
    );
    const server = await servers.start(['--page-config', file]);
    await use(server);
    await server.dispose();
    rmSync(dir, { recursive: true });
  },
});

/** The page as published before the flags existed. */
async function openOldPage(page: Page, server: Server, query: string): Promise<void> {
  await page.route(/\/embed\//, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(flags, '');
    expect(body).not.toContain(flags);
    await route.fulfill({ response, body });
  });
  const list = 'playlist=offstage002,offstage003,offstage001,offstage002&autoplay=1&mute=1&debug=1';
  await page.goto(`${server.embedOrigin}/embed/offstage001?${list}&${query}`);
}

/** The viewer goes to the next video, which the page requests from the API. */
async function goOn(page: Page): Promise<Request> {
  // The player has begun, which may be after the page has loaded: it hears keys from then on.
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
  const [request] = await Promise.all([
    page.context().waitForEvent('request', (one) => one.url().includes('/youtubei/v1/player')),
    page.keyboard.press('Shift+N'),
  ]);
  await request.response();
  return request;
}

const flagsOf = (request: Request) => bodyOf(request).context.request.internalExperimentFlags;

/** A row of the `debug=1` panel. */
const row = (page: Page, name: string) =>
  page.locator('.debug-panel dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');

for (const runtime of ['worker', 'main'] as const) {
  const mark = runtime === 'main' ? thorough : {};

  test(
    `the next page uses the flags and tiers that the API gave to this one (runtime=${runtime}) [spec-3.11]`,
    mark,
    async ({ page, server }) => {
      await openOldPage(page, server, `runtime=${runtime}`);
      await expect(row(page, 'Provider config')).toHaveText('none yet');
      expect(flagsOf(await goOn(page))).toBeUndefined();
      await expect(row(page, 'hot')).toHaveText(/^active, \d+ s old$/);
      // At once, too.
      expect(flagsOf(await goOn(page))).toEqual([{ key: 'from_api', value: '1' }]);

      // The next page also sends what this one leaves behind.
      const earlier = new Set((await loggedEvents(page, server)).map(({ sid }) => sid));
      const batches: string[][] = [];
      page.context().on('request', (request) => {
        // The browser does not report what a page sends at its end.
        const body = request.url().includes('/log_event') ? bodyOf(request) : null;
        if (body === null || earlier.has(body.sid)) return;
        batches.push(body.events.map(({ name }: { name: string }) => name));
      });
      // On a busy machine, reading the stored tiers may take longer than the services wait for it.
      if (runtime === 'worker') await holdWorkerTimers(page, configLimits.readTiersMs);
      await page.reload();
      expect(flagsOf(await goOn(page))).toEqual([{ key: 'from_api', value: '1' }]);
      // With the page's own tiers both events are equally urgent and leave together.
      const first = (name: string) => batches.find((names) => names.includes(name));
      await expect.poll(() => first('playback_state')).not.toBeUndefined();
      expect(first('playback_state')).not.toContain('embed_loaded');
    },
  );

  test(
    `a configuration in a newer form is ignored without harm, and the debug panel shows this (runtime=${runtime}) [spec-3.11]`,
    thorough,
    async ({ page, server }) => {
      await page.route(/\/v1\/player/, async (route) => {
        const response = await route.fetch();
        const reply = JSON.parse((await response.text()).replace(/^\)]}'/, ''));
        const { hot } = reply.responseContext.globalConfig;
        if (hot.config !== undefined) hot.config.version = 99;
        await route.fulfill({ response, json: reply });
      });
      await openOldPage(page, server, `runtime=${runtime}`);
      await goOn(page);
      await expect(row(page, 'hot')).toHaveText(/^not active: version: .*from 1 to 1/);
      await page.reload();
      await expect(row(page, 'hot')).toHaveText(/^not active/);
      const request = await goOn(page);
      expect(flagsOf(request)).toBeUndefined();
      // The page does not send its hash, so the server sends its present configuration.
      expect(bodyOf(request).context.request.globalConfigHashes).toEqual({
        cold: expect.any(String),
      });
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
    },
  );
}
