import { expect, test } from 'vitest';
import { armView } from '../../../dashboard/experiments/arm-view.ts';
import { formatView, isFiltered, parseView, reportQuery } from '../../../dashboard/view.ts';

const view = parseView('?page=experiments&video=a&range=7d&outcome=failed&compare=none');

test.each([
  ['has ended', { startedMs: 5, endedMs: 9 }, 9],
  ['still runs', { startedMs: 5, endedMs: null }, 21],
  ['began at this moment', { startedMs: 30, endedMs: null }, 31],
])(
  'a link shows the playbacks that a comparison has of an arm, of an experiment that %s',
  (_, time, toMs) => {
    const experiment = { name: 'fast_start', ...time };
    const linked = armView(view, { experiment, arm: 'control', nowMs: 20 });
    expect(formatView(linked)).toBe(
      `?from=${time.startedMs}&to=${toMs}&experiment=fast_start&arm=control&compare=none`,
    );
    expect(reportQuery(linked, 0)).toBe(
      `from=${time.startedMs}&to=${toMs}&experiment=fast_start&arm=control`,
    );
  },
);

test.each([
  ['?experiment=', { experiment: null, arm: null }],
  ['?arm=control', { experiment: null, arm: null }],
  ['?experiment=fast&arm=both', { experiment: 'fast', arm: null }],
  ['?experiment=fast&arm=treatment', { experiment: 'fast', arm: 'treatment' }],
])('an address that the server would refuse becomes one that it answers: %s', (search, wanted) => {
  expect(parseView(search)).toMatchObject(wanted);
});

test('only the page of playbacks applies the arm, and the others keep it', () => {
  const chosen = parseView('?page=cost&experiment=fast&arm=control');
  expect([reportQuery(chosen, 86_400_000), isFiltered(chosen)]).toEqual(['from=0', false]);
  expect(formatView(chosen)).toBe('?page=cost&experiment=fast&arm=control');
  expect(isFiltered({ ...chosen, page: 'playbacks' })).toBe(true);
});
