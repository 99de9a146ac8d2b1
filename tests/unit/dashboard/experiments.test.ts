import { expect, test } from 'vitest';
import {
  countsOf,
  leftOut,
  stateOf,
  titleOf,
} from '../../../dashboard/experiments/describe-experiment.ts';
import { intervalShape } from '../../../dashboard/experiments/interval-shape.ts';
import { formatMeasure, measures } from '../../../dashboard/experiments/measures.ts';
import {
  formatInterval,
  formatSigned,
  verdictOf,
  verdicts,
} from '../../../dashboard/experiments/verdict.ts';
import { formatMoment } from '../../../dashboard/format.ts';
import {
  type ExperimentMeasure,
  experimentMeasures,
} from '../../../shared/telemetry/experiment-report.ts';

test.each([
  [{ percent: 12, low: 8, high: 16 }, 'worse'],
  [{ percent: -12, low: -16, high: -8 }, 'better'],
  [{ percent: 1, low: -3, high: 5 }, 'no clear difference'],
  // An end at 0 is not beyond it.
  [{ percent: 5, low: 0, high: 10 }, 'no clear difference'],
  [{ percent: -5, low: -10, high: 0 }, 'no clear difference'],
  [null, 'too little to compare'],
] as const)('the change %j is %s', (change, word) => {
  expect(verdicts[verdictOf('failures', change)]).toBe(word);
});

test.each([
  [12.4, '+12 %'],
  [-8.26, '−8.3 %'],
  [-8, '−8 %'],
  [0.04, '0 %'],
  [-0.04, '0 %'],
  [0, '0 %'],
  [4_900, '+4,900 %'],
])('a change of %d percent is %s', (percent, text) => {
  expect(formatSigned(percent)).toBe(text);
});

test('fewer playbacks are worse, because pages that do not work report none', () => {
  const fewer = { percent: -12, low: -16, high: -8 };
  expect(verdicts[verdictOf('playbacks', fewer)]).toBe('worse');
  const more = { percent: 12, low: 8, high: 16 };
  expect(verdicts[verdictOf('playbacks', more)]).toBe('better');
});

test('an interval has signs', () => {
  expect(formatInterval({ percent: 12, low: 8, high: 16 })).toBe('(+8 % to +16 %)');
  expect(formatInterval({ percent: 2, low: -1.5, high: 5 })).toBe('(−1.5 % to +5 %)');
});

test('each measure has its unit', () => {
  const values: [ExperimentMeasure, number | null][] = [
    ['playbacks', 1_234],
    ['first_frame_p75', 1_234],
    ['failures', 0.043],
    ['exits_before_start', 0],
    ['rebuffering', 0.126],
    ['largest_paint_p75', 640],
    ['layout_shift_p75', 0.0421],
    ['transferred_p75', 123_456],
    ['blocking_p75', null],
  ];
  expect(values.map(([measure, value]) => formatMeasure(measure, value))).toEqual([
    ...['1,234', '1.23 s', '4.3 %', '0 %', '13 %'],
    ...['640 ms', '0.042', '123 kB', '–'],
  ]);
});

test('each measure has a label of its own, and sentences say what it is', () => {
  expect(new Set(experimentMeasures.map((measure) => measures[measure].label)).size).toBe(
    experimentMeasures.length,
  );
  for (const measure of experimentMeasures)
    expect(measures[measure].definition).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ['flag', 0.1, 'a flag for 10 %'],
  ['runtime=main', 0.07, 'services on the main thread for 7 %'],
  ['runtime=worker', 0.125, 'services in a worker for 12.5 %'],
  [
    'build=1a2b3c4d runtime=main',
    0.5,
    'another build (1a2b3c4d) and services on the main thread for 50 %',
  ],
  ['build=1a2b3c4d', 1, 'another build (1a2b3c4d) for 100 %'],
  ['later', 0.005, 'later for 0.5 %'],
])('an experiment with the effect %s and the share %d is %s', (effect, share, text) => {
  expect(titleOf({ name: 'fast_start', effect, share })).toBe(`fast_start: ${text} of embeds`);
});

test('the state of an experiment is a sentence, and says why a limit has ended it', () => {
  const [startedMs, endedMs] = [86_400_000, 172_800_000];
  const [began, ended] = [formatMoment(startedMs), formatMoment(endedMs)];
  const begun = { startedMs, endedMs: null, retreat: null };
  const change = { percent: 34.2, low: 25.6, high: 43.4 };
  const retreat = { measure: 'first_frame_p75' as const, limitPercent: 10, change };
  expect([
    stateOf({ state: 'running', ...begun }),
    stateOf({ state: 'stopped', ...begun }),
    stateOf({ state: 'ended', startedMs, endedMs, retreat }),
    // The store's reason may be damaged.
    stateOf({ state: 'ended', startedMs, endedMs, retreat: null }),
  ]).toEqual([
    `Running since ${began}.`,
    `Stopped: this server does not run it. It began on ${began}.`,
    `Ended on ${ended} because “Start time, p75” changed by +34 % (+26 % to +43 %) and the limit is +10 %. It began on ${began}.`,
    `Ended on ${ended}. It began on ${began}.`,
  ]);
});

test('an arm has as many playbacks and embeds as the measure with most of them', () => {
  const compared = (measure: ExperimentMeasure, control: number, treatment: number) => ({
    measure,
    control: { count: control, value: null },
    treatment: { count: treatment, value: null },
    change: null,
  });
  expect(
    countsOf([
      compared('first_frame_p75', 900, 950),
      compared('failures', 1_000, 1_100),
      compared('interaction_p75', 20, 5_000),
      compared('transferred_p75', 40, 30),
    ]),
  ).toEqual({
    playbacks: '1,100 in the treatment, 1,000 in the control',
    embeds: '5,000 in the treatment, 40 in the control',
  });
});

test('what is left out is named', () => {
  expect(leftOut(null)).toBe('');
  expect(leftOut(5)).toBe(`; only from ${formatMoment(5)} on, because there are too many`);
});

test('halving is drawn as far from the middle as doubling, and more than that is cut', () => {
  expect(intervalShape({ percent: 0, low: -50, high: 100 })).toEqual({
    ...{ from: 0, at: 50, to: 100, isCutLeft: false, isCutRight: false },
  });
  expect(intervalShape({ percent: 300, low: 100, high: 700 })).toEqual({
    ...{ from: 100, at: 100, to: 100, isCutLeft: false, isCutRight: true },
  });
  // Rounding may make nothing of a value.
  expect(intervalShape({ percent: -99, low: -100, high: 41.421356 })).toMatchObject({
    ...{ from: 0, at: 0, isCutLeft: true, isCutRight: false },
    to: expect.closeTo(75, 4),
  });
});
