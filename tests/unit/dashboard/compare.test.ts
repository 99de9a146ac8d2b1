import { expect, test } from 'vitest';
import { changeOf } from '../../../dashboard/compare/change.ts';
import { areComparable, describeCompared, shareOf } from '../../../dashboard/compare/compared.ts';
import { earlierValues } from '../../../dashboard/compare/earlier-values.ts';
import { formatMs, formatPercent } from '../../../dashboard/format.ts';
import { comparedQuery, parseView } from '../../../dashboard/view.ts';

test.each([
  [110, 100, '+10 %, worse', true],
  [3_000, 100, '+2,900 %, worse', true],
  [88, 100, '−12 %, better', false],
  [0, 5, '−100 %, better', false],
  [100.2, 100, '0 %', false],
  [0, 0, '0 %', false],
  [5, 0, 'worse', true],
])('%d after %d is a change of %s, if lower is better', (present, before, text, isWorse) => {
  expect(changeOf(present, before)).toEqual({ text, isWorse });
});

test.each([
  [110, 100, '+10 %'],
  [0, 100, '−100 %'],
  [5, 0, 'more'],
])('%d after %d is a change of %s, if neither is better', (present, before, text) => {
  const rule = { better: 'neither', unit: 'percent' } as const;
  expect(changeOf(present, before, rule)).toEqual({ text, isWorse: false });
});

test('shares differ by percentage points', () => {
  const points = { better: 'lower', unit: 'points' } as const;
  expect(changeOf(2.46, 2, points)).toEqual({ text: '+0.5 points, worse', isWorse: true });
  expect(changeOf(1, 2, points)).toEqual({ text: '−1 points, better', isWorse: false });
  expect(changeOf(2.04, 2, points)).toEqual({ text: '0 points', isWorse: false });
  expect(changeOf(5, 0, points)).toEqual({ text: '+5 points, worse', isWorse: true });
});

test('a missing value has no change', () => {
  expect(changeOf(null, 5)).toBeNull();
  expect(changeOf(5, null)).toBeNull();
});

test('a figure stands beside its former value', () => {
  const start = { isComparable: true, better: 'lower', unit: 'percent', format: formatMs } as const;
  expect(describeCompared({ present: 1_333, before: 1_234, ...start })).toEqual({
    text: '1.23 s before: +8 %, worse',
    isWorse: true,
  });
  expect(describeCompared({ present: null, before: 1_234, ...start })?.text).toBe('1.23 s before');
  expect(describeCompared({ present: 5, before: null, ...start })).toBeNull();
  const few = { ...start, isComparable: false };
  expect(describeCompared({ present: 1_333, before: 1_234, ...few })).toEqual({
    text: '1.23 s before',
    isWorse: false,
  });
  const share = {
    isComparable: true,
    better: 'neither',
    unit: 'points',
    format: formatPercent,
  } as const;
  const [present, before] = [shareOf(1, 4), shareOf(1, 5)];
  expect(describeCompared({ present, before, ...share })?.text).toBe('20 % before: +5 points');
  expect(shareOf(1, 0)).toBeNull();
  expect([areComparable(20, 20), areComparable(19, 500), areComparable(500, 19)]).toEqual([
    ...[true, false, false],
  ]);
});

const dayMs = 86_400_000;
const nowMs = 100 * dayMs;

test.each([
  ['', { from: 98, to: 99 }],
  ['?range=7d', { from: 86, to: 93 }],
  ['?compare=week', { from: 92, to: 93 }],
  ['?compare=week&range=30d', { from: 63, to: 93 }],
  [`?from=${50 * dayMs}&to=${52 * dayMs}`, { from: 48, to: 50 }],
  [`?compare=week&from=${50 * dayMs}&to=${52 * dayMs}`, { from: 43, to: 45 }],
])('the view %s is compared with the days %o', (search, { from, to }) => {
  expect(comparedQuery(parseView(search), nowMs)).toBe(`from=${from * dayMs}&to=${to * dayMs}`);
});

test('the same filters apply to the time that a view is compared with', () => {
  const view = parseView('?video=a&host=&browser=Chrome');
  expect(comparedQuery(view, nowMs)).toMatch(/&video=a&host=&browser=Chrome$/);
});

test.each(['?compare=none', '?range=all', `?from=1&to=${dayMs}`, '?compare=week&from=5&to=6'])(
  'the view %s is compared with nothing',
  (search) => {
    expect(comparedQuery(parseView(search), nowMs)).toBeNull();
  },
);

test('steps of an earlier time stand at the moments of the later one', () => {
  const steps = [
    { atMs: 0, count: 1 },
    { atMs: 20, count: 3 },
  ];
  const at = (moments: number[], backMs: number) =>
    earlierValues(moments, { backMs, stepMs: 10, steps }, (step) => step?.count ?? null);
  expect(at([100, 110, 120], 100)).toEqual([1, null, 3]);
  // A time that is no whole number of steps away takes the nearest ones.
  expect(at([100, 110, 120], 96)).toEqual([1, null, 3]);
  expect(at([], 100)).toEqual([]);
});
