import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { storedEvents } from './support/intake.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** Every embed is measured, and in one of the arms. */
const test = base.extend({
  serverArgs: ['--field-sample', '100', '--experiment', 'fast_start=50%'],
});

/** Plays a video in a page that measures itself, and leaves the page, so that it reports. */
async function play(page: Page, server: Server): Promise<void> {
  const measuring = page.waitForResponse(/\/start-field-report-/);
  await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1`);
  // The page waits for the same import, and was first.
  await page.evaluate(
    async (url) => void (await import(/* @vite-ignore */ url)),
    (await measuring).url(),
  );
  const firstFrames = () =>
    page.evaluate(() => performance.getEntriesByName('offstage:first-frame').length);
  await expect.poll(firstFrames).toBe(1);
  await page.goto('about:blank');
  const reports = async () =>
    (await storedEvents(server)).filter(({ name }) => name === 'field_performance').length;
  await expect.poll(reports).toBe(1);
}

const openCost = async (page: Page, server: Server) => {
  await page.goto(`${server.demoOrigin}/telemetry/?page=cost`);
  await expect(page.getByText(/^1 measured embed, which stands for about 1, from/)).toBeVisible();
};

test('the operator sees what an embed costs viewers, for all pages and for one, and returns to the playbacks [feature-cost-report]', async ({
  page,
  context,
  server,
}) => {
  // The first pages may come before the experiment runs.
  await expect
    .poll(async () => (await fetch(`${server.embedOrigin}/embed/offstage002`)).text())
    .toContain('serializedForcedExperimentIds');
  const viewer = await context.newPage();
  await play(viewer, server);
  await viewer.close();

  await openCost(page, server);
  const costs = page.getByRole('region', { name: 'What an embed costs' });
  const row = costs.getByRole('row', { name: 'Play to first frame' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^[\d.]+ m?s$/);
  await expect(row.getByText(/^From the request to play/)).toBeHidden();
  await row.getByText('Play to first frame', { exact: true }).press('Enter');
  await expect(row.getByText(/^From the request to play/)).toBeVisible();

  const arms = page.getByRole('region', { name: 'Arm by cost' });
  await expect(arms.getByRole('rowheader')).toHaveText(/^fast_start(, control)?$/);

  const direct = page.getByRole('button', { name: 'opened directly' });
  await direct.press('Enter');
  await expect(page).toHaveURL(/\?page=cost&host=direct$/);
  await expect(direct).toHaveAttribute('aria-pressed', 'true');

  // The other page has the same filters.
  const links = page.getByRole('navigation', { name: 'Pages' });
  await expect(links.getByRole('link', { name: 'Cost' })).toHaveAttribute('aria-current', 'page');
  await links.getByRole('link', { name: 'Playbacks' }).click();
  await expect(page).toHaveURL(/\/telemetry\/\?host=direct$/);
  await expect(page.getByRole('heading', { name: 'Latest playbacks' })).toBeVisible();
  await page.goBack();
  await expect(costs.getByRole('row', { name: 'Requests' })).toBeVisible();
});

test(
  'axe finds no accessibility problem in the page of the cost, in either theme, wide or narrow',
  thorough,
  async ({ page, context, server }) => {
    const viewer = await context.newPage();
    await play(viewer, server);
    await viewer.close();
    for (const width of [1440, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await openCost(page, server);
        await page.getByText('Layout shift (CLS)', { exact: true }).click();
        expect(await findBarriers(page)).toEqual([]);
        // Nothing overflows at the side.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  },
);
