import { expect, test } from 'vitest';
import { assignArms, noAssignment } from '../../../../server/experiments/assign-arms.ts';
import type { EmbedBuild } from '../../../../server/pages/embed/embed-build.ts';
import { createRandom } from '../../../support/create-random.ts';
import { exampleExperiment } from './example-experiment.ts';

const draw = (experiments: Parameters<typeof assignArms>[0], random = createRandom(3)) =>
  Array.from({ length: 10_000 }, () => assignArms(experiments, { hasRuntime: false, random }));

test('the treatment has its share of the pages, the control has as many, and others are in neither', () => {
  const drawn = draw([exampleExperiment()]);
  const countOf = (arm: number) => drawn.filter((one) => one.experimentIds.includes(arm)).length;
  expect(Math.abs(countOf(2) - 1_000)).toBeLessThan(100);
  expect(Math.abs(countOf(1) - 1_000)).toBeLessThan(100);
  for (const { experimentIds, flags } of drawn) {
    expect(experimentIds.length).toBeLessThan(2);
    expect(flags).toEqual(experimentIds.includes(2) ? ['fast=true'] : []);
  }
});

test('a share above one half leaves the rest to the control', () => {
  const drawn = draw([exampleExperiment({ share: 0.8 })]);
  const inControl = drawn.filter(({ experimentIds }) => experimentIds[0] === 1);
  const inTreatment = drawn.filter(({ experimentIds }) => experimentIds[0] === 2);
  expect(inControl.length + inTreatment.length).toBe(drawn.length);
  expect(Math.abs(inControl.length - 2_000)).toBeLessThan(150);
});

test.each([
  [0, []],
  [1, [2]],
])('of a share of %s all pages are alike, at both ends of the random numbers', (share, arms) => {
  for (const random of [0, 0.5, 1 - Number.EPSILON])
    expect(
      assignArms([exampleExperiment({ share })], { hasRuntime: false, random: () => random })
        .experimentIds,
    ).toEqual(arms);
});

test('experiments are drawn independently, so a page can be in several', () => {
  const other = exampleExperiment({
    name: 'other',
    share: 0.5,
    arms: { control: 3, treatment: 4 },
  });
  const drawn = draw([exampleExperiment({ share: 0.5 }), other]);
  for (const first of [1, 2])
    for (const second of [3, 4]) {
      const both = drawn.filter(
        ({ experimentIds }) => experimentIds[0] === first && experimentIds[1] === second,
      );
      expect(Math.abs(both.length - 2_500)).toBeLessThan(200);
    }
});

test('an embed whose URL names a runtime takes no part in an experiment with another one', () => {
  const onMain = exampleExperiment({ share: 1, runtime: 'main' });
  const random = () => 0;
  expect(assignArms([onMain], { hasRuntime: true, random })).toEqual(noAssignment);
  expect(assignArms([onMain], { hasRuntime: false, random })).toMatchObject({ runtime: 'main' });
});

test('only the treatment has the other build', () => {
  const build = { pageDir: '/next' } as EmbedBuild;
  const canary = exampleExperiment({ share: 0.5, build });
  const of = (random: number) => assignArms([canary], { hasRuntime: false, random: () => random });
  expect(of(0.1).build).toBe(build);
  expect(of(0.9)).toMatchObject({ experimentIds: [1], build: null });
});
