import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { sendSummaries } from './support/send-summaries.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const options = ['--experiment', 'fast_start=50%'];
const test = base.extend({ serverArgs: options });
const title = 'fast_start: a flag for 50 % of embeds';
const playbacksCount = 80;

interface Arms {
  treatment: string;
  control: string;
}

/** Loads pages until one of each arm has come. Every page of a running experiment is in one. */
async function learnArms(server: Server): Promise<Arms> {
  const arms: Partial<Arms> = {};
  const load = async () => {
    // Fifty pages are in one arm once in 10^15 times.
    for (let n = 0; n < 50 && Object.keys(arms).length < 2; n++) await loadOne();
    return Object.keys(arms).length;
  };
  const loadOne = async () => {
    const page = await (await fetch(`${server.embedOrigin}/embed/offstage002`)).text();
    const textOf = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(page)?.[1];
    // The first pages may come before the experiment runs.
    const arm = textOf('serializedForcedExperimentIds');
    const isTreated = textOf('serializedExperimentFlags')?.includes('fast_start=true');
    if (arm !== undefined) arms[isTreated ? 'treatment' : 'control'] = arm;
  };
  await expect.poll(load).toBe(2);
  return { treatment: arms.treatment ?? '', control: arms.control ?? '' };
}

/** Sends the ends of playbacks of one page in this arm. */
const sendPlaybacks = (
  server: Server,
  { arm, startMs, failedCount }: { arm: string; startMs: number; failedCount: number },
) =>
  sendSummaries(server, {
    name: `arm-${arm}`,
    experimentIds: [Number(arm)],
    summaries: Array.from({ length: playbacksCount }, (_, index) => ({
      startMs: startMs + index,
      isFailed: index < failedCount,
    })),
  });

/** The treatment starts slower, and never fails. */
async function fill(server: Server): Promise<void> {
  const { treatment, control } = await learnArms(server);
  await sendPlaybacks(server, { arm: treatment, startMs: 600, failedCount: 0 });
  await sendPlaybacks(server, { arm: control, startMs: 400, failedCount: playbacksCount / 2 });
}

const experimentIn = (page: Page) => page.getByRole('region', { name: title, exact: true });

const cellsOf = (page: Page, measure: string) =>
  experimentIn(page).getByRole('row', { name: measure }).getByRole('cell');

test('the operator sees whether an experiment is better or worse for viewers, without a mouse [feature-experiments]', async ({
  page,
  server,
}) => {
  await fill(server);
  await page.goto(`${server.demoOrigin}/telemetry/?video=none`);
  await page.getByRole('link', { name: 'Experiments' }).press('Enter');
  await expect(page).toHaveURL(/\?page=experiments&video=none$/);
  const experiment = experimentIn(page);
  await expect(experiment.getByText(/^Running since \d/)).toBeVisible();
  await expect(experiment.getByText('80 in the treatment, 80 in the control')).toBeVisible();
  await expect(experiment.getByText('0 in the treatment, 0 in the control')).toBeVisible();
  for (const [measure, ...cells] of [
    ['Playbacks', '80', '80', /^0 % \(−\d+ % to \+\d+ %\)$/, 'no clear difference'],
    ['Start time, p75', '459 ms', '659 ms', '+44 % (+40 % to +47 %)', 'worse'],
    ['Start time, p95', '475 ms', '675 ms', '–', 'too little to compare'],
    ['Failures', '50 %', '0 %', /^−99 % \(−100 % to −\d+ %\)$/, 'better'],
    ['Exits before start', '0 %', '0 %', /^0 % \(−\d+ % to \+[\d,]+ %\)$/, 'no clear difference'],
    ['Transferred, p75', '–', '–', '–', 'too little to compare'],
  ] as const)
    await expect(cellsOf(page, measure)).toHaveText(cells);
  // It is about the experiment's own time and all of its embeds.
  await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden();
  await expect(page.getByText(/of the events that players created/)).toBeHidden();
  await expect(page.getByText(/one measure in twenty/)).toBeVisible();

  // Both arms have a link.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Playbacks in the control' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: `Measures of ${title}` })).toBeFocused();
  const definition = page.getByText(/^All that began or ended\. Fewer than in the control/);
  await expect(definition).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(definition).toContainText('Values: 80 in the control, 80 in the treatment.');
  await expect(definition).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('each arm leads to its playbacks with all their figures, and another arm can be chosen there [feature-experiment-filters]', async ({
  page,
  server,
}) => {
  await fill(server);
  await page.goto(`${server.demoOrigin}/telemetry/?page=experiments&video=none`);
  await experimentIn(page).getByRole('link', { name: 'Playbacks in the control' }).press('Enter');
  await expect(page).toHaveURL(/\?from=\d+&to=\d+&experiment=fast_start&arm=control$/);
  const [experiment, arm] = [page.getByLabel('Experiment'), page.getByLabel('Arm')];
  await expect(experiment).toHaveValue('fast_start');
  const failures = page.getByRole('region', { name: 'Failures by cause' });
  await expect(failures.getByRole('cell')).toHaveText(['0', '40']);
  const address = page.url();
  const csv = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
  const text = await (await page.request.get(`${server.demoOrigin}/telemetry/${csv}`)).text();
  expect(text.trim().split('\r\n')).toHaveLength(1 + playbacksCount);
  expect(await findBarriers(page)).toEqual([]);
  await arm.focus();
  await arm.selectOption('Treatment');
  await expect(page).toHaveURL(/&experiment=fast_start&arm=treatment$/);
  await expect(failures).toHaveCount(0);
  // The other pages keep the filter without applying it.
  await page.getByRole('link', { name: 'Audience' }).press('Enter');
  await expect(page).toHaveURL(/page=audience&.*&arm=treatment$/);
  await expect(experiment).toHaveCount(0);
  await page.goto(address);
  await expect(arm).toHaveValue('control');
  await experiment.selectOption('All');
  await expect(page).not.toHaveURL(/experiment|arm/);
  await expect(arm).toHaveCount(0);
});

base(
  'without an experiment or a measured embed, the dashboard says how to get one',
  async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/telemetry/?page=experiments`);
    await expect(page.getByText(/^No experiment has run yet/)).toContainText(
      '--experiment NAME=PERCENT',
    );
    // There is nothing to choose then.
    await page.getByRole('link', { name: 'Playbacks' }).press('Enter');
    await expect(page.getByLabel('Engine', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Experiment')).toHaveCount(0);
    await page.getByRole('link', { name: 'Cost', exact: true }).click();
    await expect(page.getByText(/^No measured embeds match/)).toContainText('--field-sample');
  },
);

test.describe('with a token', () => {
  test.use({ serverArgs: [...options, '--token', 'right-token'] });

  test(
    'a reader of a read-only link sees the experiments',
    thorough,
    async ({ browser, page, server }) => {
      await fill(server);
      await page.goto(`${server.demoOrigin}/telemetry/?page=experiments`);
      await page.getByLabel('Operator’s token').fill('right-token');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Experiments' }).click();
      await expect(experimentIn(page)).toBeVisible();
      await page.getByRole('button', { name: 'Share' }).press('Enter');
      const link = page.getByLabel(/^A person with this link can read the dashboard until/);
      const reader = await browser.newPage();
      await reader.goto(await link.inputValue());
      await expect(cellsOf(reader, 'Start time, p75').last()).toHaveText('worse');
      await expect(reader.getByRole('link', { name: 'Experiments' })).toBeVisible();
      await expect(reader.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
      await reader.close();
    },
  );
});

test(
  'axe finds no accessibility problem in the experiments, in either theme, wide or narrow',
  thorough,
  async ({ page, server }) => {
    await fill(server);
    for (const width of [1440, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${server.demoOrigin}/telemetry/?page=experiments`);
        await expect(experimentIn(page)).toBeVisible();
        for (const summary of await page.locator('main summary').all()) await summary.click();
        expect(await findBarriers(page)).toEqual([]);
        // Nothing overflows at the side.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  },
);
