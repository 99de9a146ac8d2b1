import { findBarriers } from './support/axe.ts';
import { openHost } from './support/host.ts';
import { plays, tableOf } from './support/read-dashboard.ts';
import { sendSummaries } from './support/send-summaries.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const [worker, native] = ['hls.js in a worker', 'native'];

/** Four clicks, two of them with native playback, an autoplay, and one that never began. */
const send = (server: Server) =>
  sendSummaries(server, {
    name: 'page',
    summaries: [
      { startMs: 900, begun: { engine: worker, startedBy: 'viewer' } },
      { startMs: 900, begun: { engine: worker, startedBy: 'viewer' } },
      { startMs: 900, begun: { engine: native, startedBy: 'viewer' } },
      { startMs: 900, begun: { engine: native, startedBy: 'viewer' } },
      { startMs: 300, begun: { engine: worker, startedBy: 'player' } },
      { startMs: 500 },
    ],
  });

test('the operator compares clicks with autoplay, filters by engine, shares the view and downloads it [feature-playback-dimensions]', async ({
  context,
  page,
  server,
}) => {
  await send(server);
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await expect(plays(page)).toHaveText('6');
  const frames = tableOf(page, 'Time to first frame by starter').getByRole('row');
  await expect(frames).toHaveText([
    /^Started byStartsMedianp75p95$/,
    /^viewer4(90\d|89\d) ms/,
    /^the player itself1(30\d|29\d) ms/,
    /^unknown1(50\d|49\d) ms/,
  ]);
  // The definition is one click away.
  const card = page.getByRole('region', { name: 'Time to first frame', exact: true });
  await card.getByText('How it is measured').click();
  await expect(card).toContainText('Viewer: a click or key.');

  // By mouse in the table, by keyboard in the filter.
  await tableOf(page, 'Engine by playbacks').getByRole('button', { name: worker }).click();
  await expect(page).toHaveURL(/\?engine=hls\.js\+in\+a\+worker$/);
  await expect(plays(page)).toHaveText('3');
  const starter = page.getByRole('combobox', { name: 'Started by' });
  await expect(starter.getByRole('option')).toHaveText([
    ...['All', 'viewer (2)', 'the player itself (1)'],
  ]);
  await starter.focus();
  await page.keyboard.type('view');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?engine=hls\.js\+in\+a\+worker&startedBy=viewer$/);
  await expect(plays(page)).toHaveText('2');
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row', { name: /hls\.js in a worker viewer played/ })).toHaveCount(2);
  // Autoplay stays beside the clicks.
  await expect(frames).toHaveCount(1 + 2);
  expect(await findBarriers(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const csv = Buffer.concat(await (await (await download).createReadStream()).toArray());
  const [head, ...lines] = csv.toString().trim().split('\r\n');
  expect(head).toMatch(/,version,engine,startedBy$/);
  expect(lines.map((line) => line.split(',').slice(-2).join())).toEqual(
    Array.from({ length: 2 }, () => `${worker},viewer`),
  );

  // The address shows the same to others.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(plays(other)).toHaveText('2');
  await expect(other.getByRole('combobox', { name: 'Engine' })).toHaveValue(`=${worker}`);
  await other.close();

  // Other pages are about page loads: they show all, and the filters wait.
  await page.getByRole('link', { name: 'Audience' }).click();
  await expect(page.getByText('No viewings match')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Engine' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Playbacks' }).click();
  await expect(plays(page)).toHaveText('2');
});

test(
  'a click in the player is a playback of its engine, started by the viewer',
  thorough,
  async ({ page, server }) => {
    const host = await openHost(page, server, '?v=offstage001');
    await host.player.locator('.big-play').click();
    await host.untilPlayed(1);
    const report = `${server.demoOrigin}/telemetry/report`;
    await expect
      .poll(async () => {
        const { engines, startedBy } = await (await fetch(report)).json();
        return [engines, startedBy].map((groups) =>
          groups.map(({ name }: { name: string }) => name),
        );
      })
      .toEqual([[worker], ['viewer']]);
  },
);
