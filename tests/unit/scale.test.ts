import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');

/** @returns the number in the first column behind that label */
function figure(label: string): number {
  const row = text.split('\n').find((line) => line.startsWith(`| ${label} |`));
  const value = Number(row?.split('|')[2]?.trim().replaceAll(',', ''));
  expect(value, label).not.toBeNaN();
  return value;
}

/** @returns the numbers of a row of one core's throughput */
function costs(store: string): number[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${store} |`));
  return (row ?? '').split('|').slice(2, 7).map(Number);
}

const viewers = figure('viewers at a time');
const visitSec = figure('a visit, minutes') * 60;
const opened = viewers / visitSec;
const actions = viewers / (figure('minutes between two actions of a viewer (pause, seek, …)') * 60);
const perMin = (label: string) => (viewers * figure(label)) / 60;

const eventsOpened =
  figure('events while a page opens and starts playing') + figure('events at the end of a visit');
const requestsOpened =
  figure('telemetry requests that carry them') + figure('requests that carry them');
const events =
  perMin('events a minute while it plays') +
  opened * eventsOpened +
  actions * figure('events of an action');
const requests =
  perMin('telemetry requests a minute while it plays') +
  opened * requestsOpened +
  actions * figure('requests for each action');

const [serverUs = 0, storeUs = 0, , , bytes = 0] = costs(
  'a primary, any 1 of 2 standbys, all three together',
);
const [sqliteUs = 0] = costs('SQLite, in the server');
const [, primaryUs = 0] = costs('one PostgreSQL');
const eventsPerRequest = 2;
const daySec = 86_400;
const keptDays = 31;
const busy = 0.5;
const perDayTb = (events * bytes * daySec) / figure("peak over the day's average") / 1e12;

/** As the document rounds: to whole numbers, small ones to two digits. */
function expectRounded(shown: number, exact: number): void {
  expect(Math.abs(shown - exact) / exact).toBeLessThan(exact < 10 ? 0.05 : 0.03);
}

test.each([
  ['pages opened a second', opened],
  ['events a second', events],
  ['telemetry requests a second', requests],
  [
    'cores of the intake, busy half of their time',
    (requests * serverUs * eventsPerRequest) / 1e6 / busy,
  ],
  ['cores of the store, busy half of their time', (events * storeUs) / 1e6 / busy],
  ['rows written a second, MB', (events * bytes) / 1e6],
  ['rows a day, TB on each of the three machines', perDayTb],
  ['rows in 31 days, TB on each of the three machines', perDayTb * keptDays],
  [
    'telemetry into the proxies, Gbit/s',
    (requests *
      (figure('body of a request, bytes') + figure('headers and TLS of a request, bytes')) *
      8) /
      1e9,
  ],
  ['log to each standby, Gbit/s', (events * bytes * 2 * 8) / 1e9],
  ['pages and scripts, Gbit/s', (opened * figure('page, scripts, poster, bytes') * 8) / 1e9],
  ['video, Tbit/s', (viewers * figure('video, Mbit/s')) / 1e6],
])('docs/scale.md: derived figures follow from the measured ones, %s', (label, exact) => {
  expectRounded(figure(label), exact);
});

test('docs/scale.md: so do the sizes at which another setup is needed', () => {
  const perViewer = events / viewers;
  const ofCore = (us: number) => (1e6 / us) * busy;
  const shown = [
    ...text.matchAll(/stores ([\d,]+) events a second with SQLite, and ([\d,]+) with the quorum/g),
  ][0];
  expectRounded(Number(shown?.[1]?.replace(',', '')), ofCore(sqliteUs));
  expectRounded(Number(shown?.[2]?.replace(',', '')), ofCore(serverUs));
  const limitOf = (what: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.includes(what))
        ?.split('|')[1]
        ?.replaceAll(',', ''),
    );
  expectRounded(limitOf('one process on SQLite'), ofCore(sqliteUs) / perViewer);
  expectRounded(limitOf('10 TB of rows in 31 days'), (viewers * 10) / (perDayTb * keptDays));
  expectRounded(limitOf('16 cores of one primary'), (16 * ofCore(primaryUs)) / perViewer);
});
