import { expect, test } from 'vitest';
import { csvTable } from '../../../../server/cli/export/csv-table.ts';

test.each([
  ['a,b', '"a,b"\r\n'],
  ['a"b', '"a""b"\r\n'],
  ['a\nb', '"a\nb"\r\n'],
  ['a\r=b', '"a\r=b"\r\n'],
  ['@sum', "'@sum\r\n"],
  ['-1', "'-1\r\n"],
  [-1, '-1\r\n'],
  [null, '\r\n'],
  [false, 'false\r\n'],
])('a field of CSV that is %j is written as %j', (value, line) => {
  expect(csvTable<{ value: unknown }>(['value']).lines([{ value }])).toBe(line);
});
