import { expect, test } from 'vitest';
import { findRetreat } from '../../../../server/experiments/find-retreat.ts';
import { compareArms } from '../../../../server/store/reports/experiments/compare-arms.ts';
import {
  changeOf,
  estimateQuantile,
  estimateShare,
} from '../../../../server/store/reports/experiments/interval.ts';
import type {
  ArmPlayback,
  ArmsPart,
} from '../../../../server/store/reports/experiments/read-arms.ts';
import { createRandom } from '../../../support/create-random.ts';

/** Times as they are measured: many short ones, few long ones. */
function createTimes(seed: number, factor = 1): () => number {
  const random = createRandom(seed);
  for (let n = 0; n < 10; n++) random();
  return () =>
    factor *
    800 *
    Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
}

const playback = (startMs: number | null, changes: Partial<ArmPlayback> = {}): ArmPlayback => ({
  ...{ receivedMs: 1, hasSummary: true, isFailed: false, isExit: false, isRebuffered: false },
  startMs,
  ...changes,
});

const partOf = (control: ArmPlayback[], treatment: ArmPlayback[]): ArmsPart => ({
  control: { playbacks: control, embeds: [] },
  treatment: { playbacks: treatment, embeds: [] },
  playbacksFromMs: null,
  embedsFromMs: null,
});

test('a quantile is as exact as the ranks around it are near, and a share as its cases are many', () => {
  const values = Array.from({ length: 100 }, (_, n) => n + 1);
  // 75 ± 1.96 √(100 × 0.75 × 0.25), rounded outwards.
  expect(estimateQuantile(values, 0.75)).toEqual({
    value: 75,
    logError: expect.closeTo(Math.log(85 / 66) / 3.92, 6),
  });
  expect(estimateShare(10, 100)).toEqual({
    value: 10.5 / 100.5,
    logError: expect.closeTo(Math.sqrt(1 / 10.5 - 1 / 100.5), 6),
  });
  expect(estimateQuantile(values.slice(0, 8), 0.95)).toBeNull();
  expect(estimateShare(0, 0)).toBeNull();
});

test('nineteen of twenty intervals contain the true change, of a quantile and of a share', () => {
  const found = { quantile: 0, share: 0 };
  for (let n = 0; n < 400; n++) {
    const [one, other] = [createTimes(n), createTimes(1_000 + n, 1.2)];
    const times = (next: () => number) => Array.from({ length: 300 }, next).sort((a, b) => a - b);
    const [control, treatment] = [
      estimateQuantile(times(one), 0.75),
      estimateQuantile(times(other), 0.75),
    ];
    if (control === null || treatment === null) throw new Error('enough values');
    const change = changeOf(control, treatment, 1.96);
    if (change.low <= 20 && 20 <= change.high) found.quantile += 1;

    const random = createRandom(n);
    const failed = (share: number) =>
      Array.from({ length: 1_000 }, random).filter((value) => value < share).length;
    const [few, more] = [estimateShare(failed(0.05), 1_000), estimateShare(failed(0.08), 1_000)];
    if (few === null || more === null) throw new Error('some values');
    const shares = changeOf(few, more, 1.96);
    if (shares.low <= 60 && 60 <= shares.high) found.share += 1;
  }
  for (const count of Object.values(found)) {
    expect(count).toBeGreaterThan(368);
    expect(count).toBeLessThanOrEqual(400);
  }
});

test('arms that are alike are never ended by chance, although they are compared again and again', () => {
  let looks = 0;
  for (let n = 0; n < 30; n++) {
    const [one, other] = [createTimes(n), createTimes(1_000 + n)];
    const [control, treatment]: [ArmPlayback[], ArmPlayback[]] = [[], []];
    for (let minute = 0; minute < 30; minute++) {
      for (let more = 0; more < 30; more++) {
        control.push(playback(one()));
        treatment.push(playback(other()));
      }
      const { comparisons } = compareArms([partOf(control, treatment)], 0.5);
      const limits = [{ measure: 'first_frame_p75' as const, percent: 10 }];
      expect(findRetreat(limits, comparisons)).toBeNull();
      looks += 1;
    }
  }
  expect(looks).toBe(900);
});

test('a slower treatment exceeds its limit once it is sure, and not one that allows more', () => {
  const [one, other] = [createTimes(1), createTimes(2, 1.5)];
  const control = Array.from({ length: 1_000 }, () => playback(one()));
  const treatment = Array.from({ length: 1_000 }, () => playback(other()));
  const retreatOf = (count: number, percent: number) =>
    findRetreat(
      [{ measure: 'first_frame_p75', percent }],
      compareArms([partOf(control.slice(0, count), treatment.slice(0, count))], 0.5).comparisons,
    );
  expect(retreatOf(49, 10)).toBeNull();
  const retreat = retreatOf(1_000, 10);
  expect(retreat).toMatchObject({ measure: 'first_frame_p75', limitPercent: 10 });
  expect(Math.abs((retreat?.change.percent ?? 0) - 50)).toBeLessThan(15);
  expect(retreatOf(1_000, 60)).toBeNull();
});

test('values and counts of the arms are those of their playbacks, and others ended unknown', () => {
  const control = Array.from({ length: 100 }, (_, n) =>
    playback(n + 1, { isFailed: n < 10, isRebuffered: n < 20, isExit: n < 5 }),
  );
  const treatment = [
    ...Array.from({ length: 100 }, (_, n) => playback(2 * (n + 1), { isFailed: n < 30 })),
    ...Array.from({ length: 50 }, () => playback(null, { hasSummary: false })),
  ];
  const embed = {
    receivedMs: 1,
    measures: {
      ...{ largestPaintMs: 1, interactionMs: 2, layoutShift: 3, blockingMs: 4 },
      ...{ transferredBytes: 5, requestCount: 6 },
    },
  };
  const part = partOf(control, treatment);
  part.control.embeds.push(embed);
  const { comparisons } = compareArms([part], 0.5);
  expect(comparisons.map((one) => [one.measure, one.control.value])).toEqual([
    ['playbacks', 100],
    ['first_frame_p50', 50],
    ['first_frame_p75', 75],
    ['first_frame_p95', 95],
    ['failures', 0.1],
    ['exits_before_start', 0.05],
    ['rebuffering', 0.2],
    ['largest_paint_p75', 1],
    ['interaction_p75', 2],
    ['layout_shift_p75', 3],
    ['blocking_p75', 4],
    ['transferred_p75', 5],
  ]);
  const of = (measure: string) => comparisons.find((one) => one.measure === measure);
  expect(of('first_frame_p75')).toMatchObject({
    control: { count: 100, value: 75 },
    treatment: { count: 100, value: 150 },
    change: { percent: expect.closeTo(100) },
  });
  expect(of('failures')).toMatchObject({
    control: { count: 100, value: 0.1 },
    treatment: { count: 100, value: 0.3 },
  });
  const failures = of('failures')?.change;
  expect(failures?.low).toBeGreaterThan(0);
  expect(failures?.percent).toBeCloseTo(100 * (30.5 / 10.5 - 1));
  expect(of('rebuffering')?.treatment.value).toBe(0);
});

test('without enough values, or with zeros only, there is no change', () => {
  const of = (control: ArmPlayback[], treatment: ArmPlayback[]) =>
    compareArms([partOf(control, treatment)], 0.5).comparisons.map(({ change }) => change);
  const none = new Array(11).fill(null);
  expect(of([], [])).toEqual([null, ...none]);
  const many = Array.from({ length: 100 }, () => playback(500));
  expect(of(many, many.slice(0, 49)).slice(1)).toEqual(none);
  expect(of(many, many.slice(0, 50))[2]).toMatchObject({ percent: 0 });
  const zeros = Array.from({ length: 100 }, () => playback(0));
  expect(of(many, zeros).slice(1, 4)).toEqual([null, null, null]);
});

test('of several stores, no arm counts what was cut in one of them', () => {
  const at = (receivedMs: number) => playback(100, { receivedMs });
  const embed = (receivedMs: number) => ({ receivedMs, measures: { blockingMs: 1 } });
  const cut = { ...partOf([at(10), at(20)], [at(20)]), playbacksFromMs: 10, embedsFromMs: 7 };
  const whole = partOf([at(5), at(30)], [at(5), at(9)]);
  whole.control.embeds.push(embed(6), embed(7));
  const compared = compareArms([cut, whole], 0.5);
  expect(compared.playbacksFromMs).toBe(10);
  expect(compared.embedsFromMs).toBe(7);
  const blocking = compared.comparisons.find(({ measure }) => measure === 'blocking_p75');
  expect(blocking?.control.count).toBe(1);
  const [first] = compared.comparisons;
  expect([first?.control.count, first?.treatment.count]).toEqual([3, 1]);
});

test('an arm that does not work has no playbacks, which shows and ends the experiment', () => {
  const many = Array.from({ length: 200 }, () => playback(500));
  const playbacksOf = (control: ArmPlayback[], treatment: ArmPlayback[], share = 0.5) =>
    compareArms([partOf(control, treatment)], share).comparisons[0];
  const limits = [{ measure: 'playbacks' as const, percent: -10 }];
  const retreatOf = (...arms: Parameters<typeof playbacksOf>) => {
    const comparison = playbacksOf(...arms);
    return comparison === undefined ? null : findRetreat(limits, [comparison]);
  };
  expect(playbacksOf(many, [])).toMatchObject({
    ...{ measure: 'playbacks', control: { count: 200, value: 200 }, treatment: { value: 0 } },
    change: { percent: expect.closeTo(100 * (0.5 / 200.5 - 1)) },
  });
  expect(retreatOf(many, [])).toMatchObject({ measure: 'playbacks', limitPercent: -10 });
  expect(retreatOf(many, many.slice(0, 190))).toBeNull();
  expect(retreatOf(many.slice(0, 100), many)).toBeNull();
  // The control has a quarter of the treatment's pages then.
  expect(playbacksOf(many.slice(0, 50), many, 0.8)?.change?.percent).toBeCloseTo(-0.7, 0);
  expect(playbacksOf([], many, 1)?.change).toBeNull();
  expect(retreatOf(many.slice(0, 20), [])).toBeNull();
});
