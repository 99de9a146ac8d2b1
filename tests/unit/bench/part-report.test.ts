import { expect, test } from 'vitest';
import {
  type Goal,
  type Group,
  makeGroup,
  type Sample,
} from '../../../bench/report/part-report.ts';
import { goalsTable, readmeTable } from '../../../bench/report/result-tables.ts';

const lanes = ['ours', 'native', 'peer'].map((id) => ({ id, title: id, settings: '' }));

function groupWith(goal?: Goal): Group {
  const measure = { id: 'cpu', title: 'CPU', unit: 'ms', explanation: '', ...(goal && { goal }) };
  return { id: 'mp4', title: 'MP4', ours: 'ours', against: 'native', lanes, measures: [measure] };
}

/** @param rounds one figure a round for each lane; `null` where the lane failed */
function samplesOf(rounds: Record<string, readonly (number | null)[]>): Sample[] {
  return Object.entries(rounds).flatMap(([lane, figures]) =>
    figures.flatMap((cpu, round) => (cpu === null ? [] : [{ lane, round, figures: { cpu } }])),
  );
}

function rowOf(
  goal: Goal | undefined,
  rounds: Record<string, readonly (number | null)[]>,
  isQuick = false,
) {
  const [row] = makeGroup(groupWith(goal), samplesOf(rounds), isQuick).rows;
  if (row === undefined) throw new Error('There is no row.');
  return row;
}

const noisy = { ours: [80, 160, 400], native: [100, 200, 400], peer: [200, 200, 2_000] };

test('a ratio is computed in each round before the median, since a slower machine changes both lanes', () => {
  const { ratios, values } = rowOf(undefined, noisy);
  expect(ratios.ours).toEqual({ median: 0.8, min: 0.8, max: 1 });
  // Not 200 / 200.
  expect(ratios.peer).toEqual({ median: 2, min: 1, max: 5 });
  expect(ratios).not.toHaveProperty('native');
  expect(values.peer).toEqual({ median: 200, min: 200, max: 2_000, samples: 3 });
});

test('a round in which one of the two lanes failed has no ratio', () => {
  const { ratios, values } = rowOf(undefined, { ours: [80, null, 90], native: [100, 50, null] });
  expect(ratios.ours).toEqual({ median: 0.8, min: 0.8, max: 0.8 });
  expect(values.ours?.samples).toBe(2);
});

test('a ratio of two zeros is left out', () => {
  const { ratios, judged } = rowOf(
    { kind: 'ratio', atMost: 1, against: 'native' },
    { ours: [5], native: [0] },
  );
  expect(ratios).toEqual({});
  expect(judged).toEqual({ spread: null, isMet: null });
});

test.each([
  ['ratio', 0.8, true],
  ['ratio', 0.79, false],
  ['beyond', 0, true],
  ['beyond', -50, false],
] as const)(
  'a goal of kind %s of at most %d is judged by the median of the rounds',
  (kind, atMost, isMet) => {
    expect(rowOf({ kind, atMost, against: 'native' }, noisy).judged?.isMet).toBe(isMet);
  },
);

test('a goal of zero is judged by the worst round', () => {
  expect(rowOf({ kind: 'value', atMost: 0 }, { ours: [0, 0, 1] }).judged).toEqual({
    spread: { median: 0, min: 0, max: 1 },
    isMet: false,
  });
  expect(rowOf({ kind: 'value', atMost: 0 }, { ours: [0, 0, 0] }).judged?.isMet).toBe(true);
  expect(rowOf({ kind: 'value', atMost: 75 }, { ours: [70, 71, 99] }).judged?.isMet).toBe(true);
});

test('a goal without a measurement is not judged, and neither is a smoke test', () => {
  expect(rowOf({ kind: 'value', atMost: 75 }, { native: [1] }).judged).toEqual({
    spread: null,
    isMet: null,
  });
  expect(rowOf({ kind: 'value', atMost: 75 }, { ours: [99] }, true).judged).toEqual({
    spread: { median: 99, min: 99, max: 99 },
    isMet: null,
  });
});

test('lanes and measures without a figure are left out', () => {
  const group = makeGroup(groupWith(), samplesOf({ ours: [1], peer: [Number.NaN] }), false);
  expect(group.lanes.map(({ id }) => id)).toEqual(['ours', 'peer']);
  expect(Object.keys(group.rows[0]?.values ?? {})).toEqual(['ours']);
  expect(makeGroup(groupWith(), samplesOf({ peer: [Number.NaN] }), false).rows).toEqual([]);
});

test('tables show each player’s median and ratio, and whether each goal is met', () => {
  const goal = { kind: 'ratio', atMost: 0.8, against: 'native' } as const;
  const measures = [{ id: 'cpuPlayable', title: 'CPU', unit: 'ms', explanation: '', goal }];
  const samples = samplesOf(noisy).map(({ figures, ...sample }) => ({
    ...sample,
    figures: { cpuPlayable: figures.cpu },
  }));
  const report = {
    part: 'load',
    title: 'Load',
    about: '',
    measuredAt: '2026-11-22T10:00:00.000Z',
    browser: 'Chromium 156',
    rounds: 3,
    isQuick: false,
    failures: [],
    groups: [makeGroup({ ...groupWith(), measures }, samples, false)],
  };
  expect(goalsTable([report])).toContain(
    '| Load, MP4 | CPU, ms | 0.8 (0.8–1) × | ≤ 0.8 × native | met |',
  );
  expect(readmeTable([report])).toContain(
    'Measured on 2026-11-22 with Chromium 156, 3 rounds, medians; × is against the browser’s own `<video controls>` in the same round.',
  );
  expect(readmeTable([report])).toMatch(
    /\| ours \| 0\.8 × \|\n\| native \| 1 × \|\n\| peer \| 2 × \|$/,
  );
});
