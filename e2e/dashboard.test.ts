import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { test as onOwnProcess } from './support/own-process.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** Events of playbacks that have begun. */
async function begunCount(server: Server): Promise<number> {
  const text = await (await fetch(`${server.embedOrigin}/telemetry/events?last=1000`)).text();
  return text.split('\n').filter((line) => line.includes('"video_stats.playback"')).length;
}

/** Plays a video until the server has the event of its start, and leaves the page. */
async function play(page: Page, server: Server, videoId: string): Promise<void> {
  const before = await begunCount(server);
  await page.goto(`${server.embedOrigin}/embed/${videoId}?autoplay=1&mute=1`);
  await expect.poll(() => begunCount(server)).toBe(before + 1);
  // Leaving sends the summary.
  await page.goto('about:blank');
}

const figure = (page: Page, name: string) =>
  page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('strong');

/** Summaries of playbacks, as stored. */
async function summariesOf(server: Server): Promise<number> {
  const qoe = await (await fetch(`${server.embedOrigin}/telemetry/qoe`)).json();
  return qoe.summaries;
}

test('the operator sees playbacks as they arrive, filters by video, page and time, and exports them [feature-dashboard]', async ({
  page,
  context,
  server,
}) => {
  const viewer = await context.newPage();
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await expect(page.getByText('No events yet.')).toBeVisible();

  await play(viewer, server, 'offstage001');
  await play(viewer, server, 'offstage002');
  await play(viewer, server, 'offstage002');
  await expect.poll(() => summariesOf(server)).toBe(3);
  // The dashboard refreshed by itself. The slower the answers, the less often it polls.
  await expect(figure(page, 'Plays')).toHaveText('3', { timeout: 180_000 });
  await expect(figure(page, 'Failures')).toHaveText('0');
  await expect(figure(page, 'Start time')).toHaveText(/^[\d.]+ m?s$/);

  await page
    .getByRole('combobox', { name: 'Video' })
    .selectOption({ label: 'Lanterns (offstage002) (2)' });
  await expect(figure(page, 'Plays')).toHaveText('2');
  await expect(page).toHaveURL(/\?video=offstage002$/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const csv = await (await download).createReadStream();
  const lines = Buffer.concat(await csv.toArray())
    .toString()
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(',offstage002,Lanterns,direct,Chrome,true,true,');

  // The address holds the view: for another page, and for back and forward in this one.
  await viewer.goto(page.url());
  await expect(figure(viewer, 'Plays')).toHaveText('2');
  await viewer.close();
  await page.getByRole('radio', { name: '7 d' }).check();
  await expect(page).toHaveURL(/range=7d&video=offstage002/);
  await page.goBack();
  await page.goBack();
  await expect(figure(page, 'Plays')).toHaveText('3');

  await page.getByRole('button', { name: 'offstage001' }).press('Enter');
  await expect(figure(page, 'Plays')).toHaveText('1');
  await page.getByRole('button', { name: 'offstage001' }).press('Enter');
  await expect(figure(page, 'Plays')).toHaveText('3');

  // Each playback is in the list, with its title.
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row', { name: /Lanterns \(offstage002\).*played/ })).toHaveCount(2);
  await page.goto(`${server.demoOrigin}/telemetry/?from=1000&to=2000`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(figure(page, 'Plays')).toHaveText('3');
});

test('a page error shows with source lines, and missing events are listed by document', async ({
  page,
  server,
}) => {
  const body = new URLSearchParams({
    id: 'report-0123456789abcdef',
    sid: 'document-0123456789',
    timeMs: '1',
    source: 'page',
    stack: 'TypeError: odd\n    at https://elsewhere.example/x.js:1:2',
    'client.version': '1',
    params: '{"visibility":"visible"}',
  });
  const query =
    'a=logerror&t=jserror&type=TypeError&msg=%3Cimg%20src=x%3E&line=1&level=ERROR&client.name=X';
  await fetch(`${server.embedOrigin}/error_204?${query}`, { method: 'POST', body });
  const event = {
    seq: 5,
    eventTimeMs: 1,
    context: { lastActivityMs: -1 },
    name: 'odd',
    payload: {},
  };
  const batch = {
    context: { client: { clientName: 'X', clientVersion: '1', hl: 'en' } },
    sid: 'document-0123456789',
    requestTimeMs: 1,
    serializedClientEventId: 'id',
    events: [event],
  };
  await fetch(`${server.embedOrigin}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(batch),
  });
  await page.goto(`${server.embedOrigin}/telemetry/`);
  await page.getByText('<img src=x>').click();
  await expect(page.locator('pre')).toContainText('at https://elsewhere.example/x.js:1:2');
  await expect(page.locator('.sum')).toHaveText(
    '5 created = 1 stored + 0 rejected + 4 in transit or lost',
  );
  await page.getByText('Page loads with missing events', { exact: true }).click();
  await expect(page.getByRole('cell', { name: '1–4' })).toBeVisible();
});

test(
  'axe finds no accessibility problem in the dashboard, in either theme, wide or narrow',
  thorough,
  async ({ page, context, server }) => {
    const viewer = await context.newPage();
    await play(viewer, server, 'offstage001');
    await viewer.close();
    await expect.poll(() => summariesOf(server)).toBe(1);
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${server.demoOrigin}/telemetry/`);
        await expect(figure(page, 'Plays')).toHaveText('1');
        await page.getByText('Playbacks as a table').click();
        expect(await findBarriers(page)).toEqual([]);
        // Nothing overflows at the side.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  },
);

test.describe('with a token', () => {
  test.use({ expectedNoise: /status of 401/, serverArgs: ['--token', 'right-token'] });

  test('the dashboard requires it, refuses a wrong one, and signs out again', async ({
    browser,
    page,
    server,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${server.demoOrigin}/telemetry`);
    expect(await findBarriers(page)).toEqual([]);
    // No failed request.
    expect(logged).toEqual([]);
    await page.getByLabel('Operator’s token').fill('wrong-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Wrong token.');
    await page.getByLabel('Operator’s token').fill('right-token');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No events yet.')).toBeVisible();
    expect(page.url()).toBe(`${server.demoOrigin}/telemetry/`);
    expect(await page.evaluate(() => document.cookie)).toBe('');

    // Another browser does not share the session.
    const stranger = await browser.newPage();
    await stranger.goto(page.url());
    await expect(stranger.getByLabel('Operator’s token')).toBeVisible();
    await stranger.close();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Operator’s token')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Operator’s token')).toBeVisible();
  });
});

onOwnProcess.describe('when the server stops', () => {
  onOwnProcess.use({ expectedNoise: /ERR_CONNECTION_REFUSED|Failed to load resource/ });

  onOwnProcess(
    'the dashboard shows this, keeps its data, and continues once the server is back',
    async ({ page, serverProcess: server }) => {
      await page.goto(`${server.demoOrigin}/telemetry/`);
      await expect(page.getByText('No events yet.')).toBeVisible();
      await server.kill();
      // The dashboard also polls by itself, but rarely after slow answers, as on a busy machine.
      await page.getByRole('checkbox', { name: 'Live' }).uncheck();
      await page.getByRole('checkbox', { name: 'Live' }).check();
      await expect(page.getByRole('alert')).toContainText('The server does not answer.');
      await expect(page.getByText('No events yet.')).toBeVisible();
      // From here on it polls only on request.
      await page.getByRole('checkbox', { name: 'Live' }).uncheck();
      await server.restart();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );
});
