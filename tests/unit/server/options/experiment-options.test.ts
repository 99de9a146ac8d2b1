import { expect, test } from 'vitest';
import { retreatMeasures } from '../../../../server/options/experiment-measures.js';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { experimentMeasures } from '../../../../shared/telemetry/experiment-report.ts';

const parsed = (...argv: string[]) => {
  const options = parseOptions(argv, {}, '/work');
  if (!options.ok) return options.error.message;
  if (options.value === 'help') throw new Error('not help');
  const { experiments, retreats } = options.value;
  return { experiments, retreats };
};

test('an experiment gives a percentage of the embeds a flag, a runtime or a build [feature-experiments]', () => {
  expect(parsed()).toEqual({ experiments: [], retreats: [] });
  expect(
    parsed(
      ...['--experiment', 'fast_start=12.5%', '--experiment', 'none=0'],
      ...['--experiment', 'on_main=100%,runtime=main', '--experiment', 'canary=5,build=next/page'],
    ),
  ).toMatchObject({
    experiments: [
      { name: 'fast_start', share: 0.125, runtime: null, buildDir: null },
      { name: 'none', share: 0, runtime: null, buildDir: null },
      { name: 'on_main', share: 1, runtime: 'main', buildDir: null },
      { name: 'canary', share: 0.05, runtime: null, buildDir: '/work/next/page' },
    ],
  });
});

test('a limit names a measure and by how much it may rise', () => {
  expect(
    parsed(
      ...['--experiment', 'a=1%', '--retreat', 'first_frame_p75=+10%'],
      ...['--retreat', 'failures=+0.5%,blocking_p75=+200%,playbacks=-5%'],
    ),
  ).toMatchObject({
    retreats: [
      { measure: 'first_frame_p75', percent: 10 },
      { measure: 'failures', percent: 0.5 },
      { measure: 'blocking_p75', percent: 200 },
      { measure: 'playbacks', percent: -5 },
    ],
  });
});

test('what limits can name is what reports compare', () => {
  expect(retreatMeasures).toEqual(experimentMeasures);
});

const noExperiment =
  'is no experiment; give a name of small letters, digits and _, and a percentage from 0 to 100: fast_start=10%.';
const noEffect = 'use runtime=main, runtime=worker or build=DIR, or no effect for a flag only.';

test.each([
  [['--experiment', 'fast'], `--experiment "fast" ${noExperiment}`],
  [['--experiment', 'Fast=1%'], `--experiment "Fast=1%" ${noExperiment}`],
  [['--experiment', 'fast=101%'], `--experiment "fast=101%" ${noExperiment}`],
  [['--experiment', 'fast=-1%'], `--experiment "fast=-1%" ${noExperiment}`],
  [['--experiment', 'a&b=1%'], `--experiment "a&b=1%" ${noExperiment}`],
  [
    ['--experiment', `${'a'.repeat(41)}=1%`],
    `--experiment "${'a'.repeat(41)}=1%" has a name of more than 40 characters; give a shorter one.`,
  ],
  [
    ['--experiment', 'fast=1%,runtime=iframe'],
    `--experiment "fast=1%,runtime=iframe" has the effect "runtime=iframe"; ${noEffect}`,
  ],
  [
    ['--experiment', 'fast=1%,build='],
    `--experiment "fast=1%,build=" has the effect "build="; ${noEffect}`,
  ],
  [
    ['--experiment', 'fast=1%;fast=2%'],
    '--experiment: the experiment "fast" is given twice; give each its own name.',
  ],
  [
    ['--experiment', 'a=1%,runtime=main;b=1%,runtime=worker'],
    '--experiment: two experiments change the runtime; an embed can have only one, so give one.',
  ],
  [
    ['--experiment', 'a=1%,build=x;b=1%,build=y'],
    '--experiment: two experiments have another build; an embed can have only one, so give one.',
  ],
  [
    ['--experiment', 'a=1;b=1;c=1;d=1;e=1;f=1'],
    '--experiment: at most 5 experiments are possible.',
  ],
  [
    ['--experiment', 'a=1%', '--telemetry', 'off'],
    '--experiment needs the players’ events, to compare embeds: leave out --telemetry off, or the experiments.',
  ],
  [
    ['--retreat', 'failures=+1%'],
    '--retreat needs an experiment that it can end: name one with --experiment, or leave out --retreat.',
  ],
  [
    ['--experiment', 'a=1%', '--retreat', 'failures=+1%,failures=+2%'],
    '--retreat: failures has two limits; give one.',
  ],
])('%j is refused with the fix', (argv, message) => {
  expect(parsed(...argv)).toBe(message);
});

test.each([
  'failures',
  'failures=1%',
  'failures=+1',
  'failures=-1%',
  'speed=+1%',
  'failures=+1e9%',
  'playbacks=+1%',
])('the limit %s is refused with an example and the names of all measures', (limit) => {
  const message = parsed('--experiment', 'a=1%', '--retreat', limit);
  expect(message).toContain(`--retreat "${limit}" is no limit; give a measure`);
  expect(message).toContain('first_frame_p75=+10%');
  for (const measure of experimentMeasures) expect(message).toContain(measure);
});
