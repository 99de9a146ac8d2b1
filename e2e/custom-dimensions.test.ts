import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { documentBlock } from './support/document-block.ts';
import { withDocumentedPages } from './support/documented-page.ts';
import { plays, rowsOf } from './support/read-dashboard.ts';
import { test as base, expect } from './support/test.ts';

const test = withDocumentedPages(base).extend({
  serverArgs: ['--dimension', 'section', '--dimension', 'plan'],
});
const documented = documentBlock('docs/self-hosting/dimensions.md', '<iframe');

/** Plays the video of the frame. */
async function play(page: Page): Promise<void> {
  const player = page.frameLocator('iframe');
  await player.getByRole('button', { name: /^Play/ }).first().click();
  await expect
    .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.3);
}

test('a host page sets the section and plan of its embeds, and the operator filters, shares and downloads by them [feature-custom-dimensions]', async ({
  context,
  page,
  paste,
  server,
}) => {
  await paste(documented);
  await play(page);
  // As on a static host, whose pages are the same for everyone.
  await paste(documented.replace(/dimension.*free/, 'fflags=dimension.section%3Dnews'));
  await play(page);
  const telemetry = `${server.demoOrigin}/telemetry/`;
  // The events of a page arrive when it is left, or within seconds.
  await page.goto(telemetry);
  await expect(plays(page)).toHaveText('2');
  expect((await rowsOf(page, 'Section by playbacks')).toSorted()).toEqual(['news: 1', 'sports: 1']);
  await page.getByRole('button', { name: 'sports' }).click();
  await expect(page).toHaveURL(/\?dimension\.section=sports$/);
  await expect(plays(page)).toHaveText('1');
  const plan = page.getByRole('combobox', { name: 'Plan' });
  await plan.focus();
  await page.keyboard.type('free');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?dimension\.section=sports&dimension\.plan=free$/);
  await expect(plays(page)).toHaveText('1');
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row', { name: / sports free / })).toHaveCount(1);
  expect(await findBarriers(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const csv = Buffer.concat(await (await (await download).createReadStream()).toArray());
  const [head, ...lines] = csv.toString().trim().split('\r\n');
  expect(head).toMatch(/,dimension\.section,dimension\.plan$/);
  expect(lines.map((line) => line.split(',').slice(-2))).toEqual([['sports', 'free']]);

  // The address shows the same to others, and all playbacks show again.
  const other = await context.newPage();
  await other.goto(page.url().replace('plan=free', 'plan=paid'));
  await expect(other.getByRole('combobox', { name: 'Section' })).toHaveValue('=sports');
  await other.getByRole('button', { name: 'Show all' }).click();
  await expect(plays(other)).toHaveText('2');
  await expect(other).toHaveURL(/\/telemetry\/\?range=all$/);

  await other.getByRole('link', { name: 'Audience' }).click();
  await expect(other.getByRole('region', { name: 'By plan' })).toContainText('free');
  expect(await findBarriers(other)).toEqual([]);
});
