import { findBarriers } from './support/axe.ts';
import { plays } from './support/read-dashboard.ts';
import { sendSummaries } from './support/send-summaries.ts';
import { expect, test } from './support/test.ts';

test('the operator goes from the number of failures to the failed playbacks, downloads them, and returns to all [feature-listed-outcomes]', async ({
  page,
  server,
}) => {
  await sendSummaries(server, {
    name: 'page',
    summaries: [{ startMs: 900 }, { startMs: 900, isFailed: true }, { startMs: 900 }],
  });
  await page.goto(`${server.demoOrigin}/telemetry/`);
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row')).toHaveCount(1 + 3);
  // There is nothing to list.
  await expect(page.getByRole('button', { name: 'List: Refused' })).toHaveCount(0);

  await page.getByRole('button', { name: 'List: Failures' }).press('Enter');
  await expect(page).toHaveURL(/\?outcome=failed$/);
  await expect(list.getByRole('row')).toHaveCount(1 + 1);
  await expect(list.getByRole('row', { name: /failed: net\.timeout/ })).toBeInViewport();
  await expect(list.getByRole('link', { name: /Trace/ }).first()).toBeVisible();
  // The figures are of all playbacks.
  await expect(plays(page)).toHaveText('3');
  expect(await findBarriers(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const csv = Buffer.concat(await (await (await download).createReadStream()).toArray());
  expect(csv.toString().trim().split('\r\n')).toHaveLength(1 + 1);

  const choice = page.getByRole('combobox', { name: 'Outcome' });
  await expect(choice).toHaveValue('failed');
  await choice.selectOption('Rebuffered');
  await expect(page.getByText('None.', { exact: true }).first()).toBeVisible();
  await choice.selectOption('All');
  await expect(list.getByRole('row')).toHaveCount(1 + 3);
  await expect(page).toHaveURL(/telemetry\/$/);
});
