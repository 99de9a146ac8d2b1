import { findBarriers } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test.use({ serverArgs: ['--token', 'right-token'] });

test('the operator shares a view by a link, with which another person reads the dashboard without the token [feature-read-only-link]', async ({
  browser,
  page,
  server,
}) => {
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await page.getByLabel('Operator’s token').fill('right-token');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No events yet.')).toBeVisible();
  await page.getByLabel('7 d').check();
  await page.getByRole('button', { name: 'Share' }).press('Enter');
  const link = page.getByLabel(/^A person with this link can read the dashboard until/);
  await expect(link).toHaveValue(/\/telemetry\/\?range=7d&key=\d+\./);
  expect(await findBarriers(page)).toEqual([]);

  const reader = await browser.newPage();
  await reader.goto(await link.inputValue());
  await expect(reader.getByText('No events yet.')).toBeVisible();
  // The key is not in the address that is copied next.
  expect(reader.url()).toBe(`${server.demoOrigin}/telemetry/?range=7d`);
  await expect(reader.getByLabel('7 d')).toBeChecked();
  await expect(reader.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expect(reader.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
  await reader.getByRole('link', { name: 'Cost' }).click();
  await expect(reader.getByText(/^No measured embeds match/)).toBeVisible();
  // Also after the page is loaded again.
  await reader.reload();
  await expect(reader.getByText(/^No measured embeds match/)).toBeVisible();
  await reader.close();
});
