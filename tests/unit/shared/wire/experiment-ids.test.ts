import { expect, test } from 'vitest';
import { parseExperimentIds } from '../../../../shared/wire/experiment-ids.ts';

test.each<[string, number[]]>([
  ['', []],
  ['[]', []],
  ['12', [12]],
  ['12,34', [12, 34]],
  ['[12, 34]', [12, 34]],
  ['0,999999999', [0, 999_999_999]],
])('%j are the experiments %j', (serialized, ids) => {
  expect(parseExperimentIds(serialized)).toEqual(ids);
});

test.each([
  'abc',
  '12,',
  '1 2',
  ' 12',
  ',12',
  '1.5',
  '-1',
  '1e3',
  '["12"]',
  '{"__proto__":1}',
  '1234567890',
  Array.from({ length: 101 }, () => '1').join(),
  '1,'.repeat(5_000),
  `${' '.repeat(5_000)}x`,
])('%j are no experiments', (serialized) => {
  expect(parseExperimentIds(serialized)).toBeNull();
});
