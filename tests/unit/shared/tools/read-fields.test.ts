import { expect, test } from 'vitest';
import * as z from 'zod';
import { readFields } from '../../../../shared/tools/read-fields.ts';
import { map, number, text } from '../../../../shared/tools/schema.ts';

const schema = z.object({
  name: z.optional(text(5)),
  size: z.optional(z.object({ width: z.optional(number), height: z.optional(number) })),
  given: z._default(map(text(5), number), {}),
  whole: z.optional(z.object({ id: text(3), items: z.array(number) })),
});
const must = z.object({ id: text(3) });

function fieldsOf(value: unknown) {
  const { output, problems } = readFields((given) => z.safeParse(schema, given), value);
  return { output, fields: [...new Set(problems.map(({ field }) => field))] };
}

test('valid fields are read unchanged', () => {
  expect(fieldsOf({ name: 'a', size: { width: 1 }, given: { b: 2 }, other: 3 })).toEqual({
    output: { name: 'a', size: { width: 1 }, given: { b: 2 } },
    fields: [],
  });
});

test('one malformed field affects only itself', () => {
  expect(
    fieldsOf({ name: 'too long', size: { width: 'x', height: 2 }, given: { a: 1, b: '2' } }),
  ).toEqual({
    output: { size: { height: 2 }, given: { a: 1 } },
    fields: ['name', 'size.width', 'given.b'],
  });
});

test('an indivisible part is refused as a whole', () => {
  expect(fieldsOf({ name: 'a', size: [], given: 5, whole: { id: 'a', items: [1, 'x'] } })).toEqual({
    output: { name: 'a', given: {} },
    fields: ['size', 'given', 'whole.items'],
  });
});

test.each([null, undefined, [], 'x', 5, true, () => 1])('nothing is read from %j', (value) => {
  expect(fieldsOf(value)).toEqual({ output: null, fields: [''] });
});

test('a missing or malformed required field leaves nothing, and the read ends', () => {
  for (const value of [{}, { id: 5 }, { id: undefined }])
    expect(readFields((given) => z.safeParse(must, given), value).output).toBeNull();
});

test('names of object properties are read like others', () => {
  const hostile = JSON.parse(
    '{"__proto__":{"name":5},"constructor":1,"given":{"__proto__":"x","toString":"x","a":1}}',
  );
  expect(fieldsOf(hostile)).toEqual({ output: { given: { a: 1 } }, fields: ['given.toString'] });
  expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
});

test('ten megabytes and a hundred thousand malformed fields cost little more than reading them', () => {
  const given = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${n}`, 'x']));
  const read = readFields((given) => z.safeParse(schema, given), {
    name: 'x'.repeat(10_000_000),
    given: { ...given, fine: 1 },
  });
  expect(read.output).toEqual({ given: { fine: 1 } });
  expect(read.problems.length).toBe(100_001);
});

test('the given object is unchanged, even when it is frozen', () => {
  const value = Object.freeze({ size: Object.freeze({ width: 'x', height: 1 }) });
  expect(fieldsOf(value).output).toEqual({ size: { height: 1 }, given: {} });
  expect(value).toEqual({ size: { width: 'x', height: 1 } });
});
