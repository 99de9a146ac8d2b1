import { expect, test } from 'vitest';
import type { ConfigProblem } from '../../../../shared/page/page-config.ts';
import { parsePageConfig } from '../../../../src/boot/page-config.ts';
import { createProblemLog } from '../../../../src/boot/provider-config/problem-log.ts';

function report(config: unknown, maxCount = 20) {
  const logged: unknown[][] = [];
  const { problems } = parsePageConfig(config, new URL('https://player.example/embed/offstage001'));
  const add = createProblemLog(problems, (...call) => void logged.push(call), maxCount);
  return { problems, logged, add };
}

test('each malformed field is reported at once as one event with the field, the mistake and the fix', () => {
  const { problems, logged } = report({ attrs: { width: 'wide' }, loaded: 1 });
  expect(logged).toEqual(
    problems.map((problem) => ['config_error', problem, { tier: 'immediate' }]),
  );
  expect(problems).toMatchObject([
    {
      code: 'BAD_FIELD',
      field: 'attrs.width',
      message: expect.stringContaining('Use CSS pixels'),
    },
    { code: 'BAD_FIELD', field: 'loaded', message: expect.stringContaining('Use true or false.') },
  ]);
});

test('a config that is not an object is reported as one', () => {
  expect(report(null).problems).toMatchObject([
    { code: 'BAD_CONFIG', field: '', message: expect.stringContaining('a JSON object') },
  ]);
});

test('the number and length of reported problems are limited', () => {
  const args = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, n) => [`${n}${'x'.repeat(5_000)}`, null]),
  );
  const { problems, logged } = report({ args, attrs: { id: '<'.repeat(10_000_000) } });
  expect(logged).toHaveLength(20);
  expect(problems).toHaveLength(20);
  expect(JSON.stringify(problems).length).toBeLessThan(20 * 700);
});

test('problems found later are added to the others', () => {
  const { problems, logged, add } = report({});
  add('ASSET_FAILED', 'assets.js', 'It is not there.');
  const problem: ConfigProblem = {
    code: 'ASSET_FAILED',
    field: 'assets.js',
    message: 'It is not there.',
  };
  expect(problems).toEqual([problem]);
  expect(logged).toHaveLength(1);
});
