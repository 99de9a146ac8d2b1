import { expect, test } from 'vitest';
import { fillSteps } from '../../../dashboard/fill-steps.ts';
import {
  formatArrived,
  formatBytes,
  formatDuration,
  formatMean,
  formatMs,
  formatName,
  formatPercent,
  formatShare,
} from '../../../dashboard/format.ts';
import {
  comparedQuery,
  everything,
  formatView,
  isFiltered,
  listQuery,
  parseView,
  reportQuery,
  type View,
} from '../../../dashboard/view.ts';

const day: View = {
  page: 'playbacks',
  range: '24h',
  fromMs: 0,
  toMs: 0,
  video: null,
  host: null,
  browser: null,
  device: null,
  country: null,
  version: null,
  engine: null,
  startedBy: null,
  experiment: null,
  arm: null,
  outcome: null,
  compare: 'before',
};

test.each<View>([
  day,
  { ...day, page: 'audience' },
  { ...day, page: 'cost' },
  { ...day, page: 'experiments' },
  { ...day, page: 'webhooks' },
  { ...day, range: 'all' },
  { ...day, compare: 'none' },
  { ...day, outcome: 'failed' },
  { ...day, page: 'audience', compare: 'week', video: 'a' },
  { ...day, range: '7d', video: 'a&b=c', host: '', browser: 'Chrome' },
  { ...day, device: 'mobile', country: 'DE', version: '1.0.0+a b' },
  { ...day, device: '', country: '', version: '' },
  { ...day, engine: 'hls.js in a worker', startedBy: 'viewer' },
  { ...day, page: 'cost', engine: '', startedBy: '' },
  { ...day, experiment: 'fast&start=1' },
  { ...day, experiment: 'fast_start', arm: 'control', video: 'a' },
  { ...day, page: 'experiments', experiment: 'fast_start', arm: 'treatment' },
  { ...day, 'dimension.section': 'R&D', 'dimension.plan': '' },
  { ...day, range: 'custom', fromMs: 1, toMs: 2, host: 'https://a.example' },
])('a view and its URL convert into each other: %j', (view) => {
  expect(parseView(formatView(view))).toEqual(view);
});

test.each([
  '?range=century',
  '?from=1',
  '?from=2&to=2',
  '?from=x&to=5',
  '?range=constructor',
  '?page=constructor',
  '?compare=constructor',
  '?outcome=constructor',
  '?%%%',
])('unknown values in a URL are ignored: %s', (search) => {
  expect(parseView(search)).toEqual(day);
});

test('the address names a page only if it is not the first', () => {
  expect(formatView(day)).toBe('');
  expect(formatView({ ...day, page: 'cost', range: '7d' })).toBe('?page=cost&range=7d');
});

test('a range that ends now moves with the clock, and a fixed one does not', () => {
  const hourMs = 3_600_000;
  // A day or more begins with a whole hour, an hour does not.
  expect(reportQuery(day, 27.5 * hourMs)).toBe(`from=${3 * hourMs}`);
  expect(reportQuery({ ...day, range: '1h' }, 27.5 * hourMs)).toBe(`from=${26.5 * hourMs}`);
  expect(reportQuery({ ...day, page: 'cost', range: 'all', host: '' }, 5)).toBe('host=');
  expect(reportQuery({ ...day, range: 'custom', fromMs: 1, toMs: 2 }, 5)).toBe('from=1&to=2');
});

test('only the list of playbacks has an outcome', () => {
  const failed: View = { ...day, range: 'all', outcome: 'failed' };
  expect(listQuery(failed, 5)).toBe('outcome=failed');
  expect(listQuery({ ...failed, video: 'a' }, 5)).toBe('video=a&outcome=failed');
  expect(listQuery({ ...failed, page: 'cost' }, 5)).toBe('');
  expect(reportQuery(failed, 5)).toBe('');
  expect(listQuery({ ...failed, outcome: null }, 5)).toBe('');
});

test('pages about page loads ask nothing about facts of playbacks, and keep them in the address', () => {
  const view: View = { ...day, range: 'all', engine: 'native', startedBy: '', browser: 'Edge' };
  expect(reportQuery(view, 5)).toBe('browser=Edge&engine=native&startedBy=');
  expect(isFiltered({ ...view, browser: null })).toBe(true);
  for (const page of ['audience', 'cost'] as const) {
    expect(reportQuery({ ...view, page }, 5)).toBe('browser=Edge');
    expect(listQuery({ ...view, page }, 5)).toBe('browser=Edge');
    expect(comparedQuery({ ...view, page, range: '24h' }, 2 * 86_400_000)).toMatch(
      /^from=0&to=86400000&browser=Edge$/,
    );
    expect(isFiltered({ ...view, page, browser: null })).toBe(false);
    expect(formatView({ ...view, page })).toBe(
      `?page=${page}&range=all&browser=Edge&engine=native&startedBy=`,
    );
  }
  expect({ ...view, ...everything(view) }).toEqual({ ...day, range: 'all' });
});

test('starters have plain names, and engines are called as they are', () => {
  expect(['viewer', 'host', 'player', ''].map((name) => formatName('startedBy', name))).toEqual([
    ...['viewer', 'host page', 'the player itself', 'unknown'],
  ]);
  expect(formatName('engine', 'hls.js in a worker')).toBe('hls.js in a worker');
});

test('empty steps are included, and the range of everything begins with the first known step', () => {
  const step = (atMs: number) => ({ atMs });
  expect(fillSteps([step(20)], 10, { fromMs: 5, toMs: 41 })).toEqual([
    { atMs: 0, step: null },
    { atMs: 10, step: null },
    { atMs: 20, step: step(20) },
    { atMs: 30, step: null },
    { atMs: 40, step: null },
  ]);
  expect(fillSteps([step(20)], 10, { fromMs: 0, toMs: 31 }).map(({ atMs }) => atMs)).toEqual([
    20, 30,
  ]);
  expect(fillSteps([], 10, { fromMs: 0, toMs: 31 })).toEqual([]);
  // The steps are limited, however far apart the ends are.
  expect(fillSteps([step(0), step(1e9)], 1, { fromMs: 0, toMs: 2e9 })).toHaveLength(2);
});

test('figures are rounded without misleading', () => {
  expect([
    formatMs(null),
    formatMs(0),
    formatMs(999.4),
    formatMs(1_500),
    formatMs(180_000),
  ]).toEqual(['–', '0 ms', '999 ms', '1.5 s', '3 min']);
  expect([formatShare(1, 0), formatShare(1, 3_000), formatPercent(0), formatPercent(12.6)]).toEqual(
    ['–', '< 0.1 %', '0 %', '13 %'],
  );
  expect([formatBytes(0), formatBytes(1_500), formatBytes(12e6)]).toEqual([
    '0 B',
    '1.5 kB',
    '12 MB',
  ]);
  expect([
    formatName('host', 'direct'),
    formatName('video', 'direct'),
    formatName('browser', ''),
    formatName('device', 'tv'),
    formatName('device', 'mainframe'),
    formatName('country', 'DE'),
    formatName('country', 'no code'),
    formatName('version', '1.0.0'),
  ]).toEqual([
    ...['opened directly', 'direct', 'unknown'],
    ...['TV', 'mainframe', 'Germany (DE)', 'no code', '1.0.0'],
  ]);
});

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [900_000, '15 min'],
  [3_599_000, '1 h'],
  [10_800_000, '3 h'],
  [11_160_000, '3 h 6 min'],
  [35_940_000, '9 h 59 min'],
  [37_740_000, '10 h'],
  [604_800_000, '168 h'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0'],
  [0.01, '< 0.1'],
  [0.25, '0.3'],
  [9.96, '10'],
  [12.4, '12'],
  [12_345.6, '12.3K'],
])('a mean of %d is %s', (mean, text) => {
  expect(formatMean(mean)).toBe(text);
});

test('what has arrived is 100 % only if nothing is missing', () => {
  expect([
    formatArrived(0, 0),
    formatArrived(57, 100),
    formatArrived(9_997, 10_000),
    formatArrived(999_999, 1_000_000),
    formatArrived(7, 7),
  ]).toEqual(['–', '57 %', '99.97 %', '99.99 %', '100 %']);
});
