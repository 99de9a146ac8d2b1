import { findBarriers } from './support/axe.ts';
import { sendSummaries } from './support/send-summaries.ts';
import { expect, test } from './support/test.ts';

test('the operator compares plays, start time and failures with the time before, with a week earlier, or with nothing [feature-compare]', async ({
  page,
  server,
}) => {
  await sendSummaries(server, {
    name: 'earlier',
    summaries: [
      ...new Array(16).fill({ startMs: 1_000 }),
      ...new Array(4).fill({ startMs: 1_000, isFailed: true }),
    ],
  });
  const fromMs = Date.now() + 1;
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(fromMs);
  await sendSummaries(server, {
    name: 'later',
    summaries: new Array(40).fill({ startMs: 1_500 }),
  });

  const toMs = fromMs + 3_600_000;
  await page.goto(`${server.demoOrigin}/telemetry/?from=${fromMs}&to=${toMs}`);
  const tile = (name: string) =>
    page.locator('.tile', { has: page.getByText(name, { exact: true }) });
  await expect(tile('Plays')).toContainText('20 before: +100 %');
  await expect(tile('Start time')).toContainText('1.0 s before: +50 %, worse');
  await expect(tile('Failures')).toContainText('20 % before: −20 points, better');
  await expect(tile('Refused')).toContainText('0 % before: 0 points');
  await expect(page.getByText(/^Compared with playbacks from /)).toBeVisible();
  const chart = page.locator('.chart', { hasText: 'Plays before' });
  await expect(chart).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await tile('Rebuffering').getByText('Rebuffering', { exact: true }).press('Enter');
  await expect(tile('Rebuffering')).toContainText('“rebuffering ratio” in CTA-2066');

  const choice = page.getByRole('combobox', { name: 'Compare with' });
  await choice.selectOption('Week earlier');
  await expect(page).toHaveURL(/compare=week/);
  await expect(
    page.getByText(/^Compared with nothing: there are no playbacks from /),
  ).toBeVisible();
  await expect(tile('Plays')).not.toContainText('before:');
  await choice.selectOption('Nothing');
  await expect(page.getByText(/^Compared with/)).toHaveCount(0);
  await expect(chart).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(tile('Plays')).toContainText('20 before: +100 %');
});
