import { expect, test } from 'vitest';
import * as z from 'zod';
import { firstIssue } from '../../../../shared/tools/issue.ts';
import {
  fits,
  integerFrom,
  list,
  numberFrom,
  parseToFirstIssue,
  smallMap,
  text,
} from '../../../../shared/tools/schema.ts';

test.each([
  [text(3), 'abc', 'abcd'],
  [text(3, 1), 'a', ''],
  [list(z.string(), 2), ['a', 'b'], ['a', 'b', 'c']],
  [list(z.string(), 2, 1), ['a'], []],
  [numberFrom(0, 1), 1, 1.01],
  [numberFrom(0), 1e300, Number.POSITIVE_INFINITY],
  [integerFrom(1), 2 ** 53 - 1, 2 ** 53],
  [smallMap(z.string(), z.number(), 2), { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }],
])('%# has bounds, the ends included', (schema, last, beyond) => {
  expect(fits<unknown>(schema, last)).toBe(true);
  expect(fits<unknown>(schema, beyond)).toBe(false);
});

test.each([text(3), text(3, 1), list(z.string(), 2), list(z.string(), 2, 1)])(
  'a length that is an object is refused without an exception (%#)',
  (schema) => {
    const hostile = JSON.parse('{"length":{"toString":null}}');
    expect(z.safeParse(schema, hostile).success).toBe(false);
    expect(z.safeParse(z.object({ field: schema }), { field: hostile }).success).toBe(false);
  },
);

test('a hundred thousand wrong items give one issue where input is untrusted', () => {
  const parsed = parseToFirstIssue(z.object({ items: list(z.string(), 1e6) }), {
    items: Array.from({ length: 100_000 }, (_, n) => n),
  });
  expect(parsed.error?.issues).toHaveLength(1);
  expect(firstIssue(parsed.error?.issues ?? [])).toBe(
    'items.0: Invalid input: expected string, received number',
  );
});
