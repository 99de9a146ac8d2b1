import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { shapePairs } from '../../../../scripts/lib/shapes.js';
import { fits, text } from '../../../../shared/tools/schema.ts';
import { parseAs, readAs, type Shape } from '../../../../shared/tools/shape.ts';

const keywords = [
  'type const enum anyOf minLength maxLength pattern minimum maximum',
  'items minItems maxItems properties required maxProperties propertyNames additionalProperties',
].flatMap((line) => line.split(' '));

function* keywordsIn(shape: Shape): Generator<string> {
  yield* Object.keys(shape);
  const { properties = {}, anyOf = [], items, propertyNames, additionalProperties } = shape;
  for (const inner of [
    ...Object.values(properties),
    ...anyOf,
    items,
    propertyNames,
    additionalProperties,
  ])
    if (inner !== undefined) yield* keywordsIn(inner);
}

test.each(shapePairs())('the shape $name has only keywords that are checked', ({ shape }) => {
  expect([...keywordsIn(shape)].filter((keyword) => !keywords.includes(keyword))).toEqual([]);
});

function issuesOf(shape: Shape, value: unknown) {
  const parsed = parseAs(shape, value);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('a mismatch is reported with its place', () => {
  const text: Shape = { type: 'string', minLength: 1, maxLength: 3, pattern: '^a' };
  const given: [Shape, unknown, unknown[]][] = [
    [text, 'b', [['', 'Invalid string: must match pattern /^a/']]],
    [text, '', [['', 'Invalid length: expected from 1 to 3']]],
    [text, 'aaaa', [['', 'Invalid length: expected from 1 to 3']]],
    [text, 5, [['', 'Invalid input: expected string']]],
    [{ type: 'number' }, Number.NaN, [['', 'Invalid input: expected number']]],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, [['', 'Invalid input: expected number']]],
    [
      { type: 'number', minimum: 0, maximum: 1 },
      1.5,
      [['', 'Invalid number: expected from 0 to 1']],
    ],
    [
      { type: 'number', minimum: 0, maximum: 1 },
      -0.5,
      [['', 'Invalid number: expected from 0 to 1']],
    ],
    [{ type: 'integer' }, 2 ** 53, [['', 'Invalid input: expected integer']]],
    [
      { type: 'object', properties: { a: {} }, required: ['a'] },
      {},
      [['a', 'Invalid input: expected a value']],
    ],
    [{ type: 'boolean' }, 'true', [['', 'Invalid input: expected boolean']]],
    [{ type: 'null' }, undefined, [['', 'Invalid input: expected null']]],
    [{ type: 'object' }, [], [['', 'Invalid input: expected object']]],
    [{ type: 'object' }, null, [['', 'Invalid input: expected object']]],
    [{ enum: ['a', 'b'] }, 'c', [['', 'Invalid option']]],
    [{ const: 'a' }, 'b', [['', 'Invalid option']]],
    [{ anyOf: [text, { type: 'null' }] }, 5, [['', 'Invalid input']]],
    [{ anyOf: [text, { type: 'boolean' }] }, null, [['', 'Invalid input']]],
    [
      { type: 'array', items: text, maxItems: 2 },
      ['a', 'b', 'a'],
      [
        ['', 'Invalid length: expected from -Infinity to 2'],
        ['1', expect.any(String)],
      ],
    ],
    [{ type: 'array', minItems: 1 }, [], [['', 'Invalid length: expected from 1 to Infinity']]],
    [
      { type: 'object', properties: { a: text, b: text }, required: ['b'] },
      { a: 1 },
      [
        ['a', expect.any(String)],
        ['b', 'Invalid input: expected string'],
      ],
    ],
    [
      { type: 'object', propertyNames: text, additionalProperties: text },
      { a: 'a', b: 'a', aa: 'b' },
      [
        ['b', expect.any(String)],
        ['aa', expect.any(String)],
      ],
    ],
  ];
  test.each(given)('%j refuses %j', (shape, value, issues) => {
    expect(issuesOf(shape, value)).toEqual(issues);
    expect(readAs(shape, value)).toBeNull();
  });
});

test('a character counts once, even where JavaScript counts it twice', () => {
  const shape: Shape = { type: 'string', maxLength: 2 };
  expect([issuesOf(shape, '\u{1f600}\u{1f600}'), fits(text(2), '\u{1f600}\u{1f600}')]).toEqual([
    [],
    true,
  ]);
  expect([issuesOf(shape, '\u{1f600}ab').length, fits(text(2), '\u{1f600}ab')]).toEqual([1, false]);
});

test('a matching value is returned itself, with its unnamed fields', () => {
  const value = { a: 1, more: [] };
  expect(readAs({ type: 'object', properties: { a: { type: 'integer' } } }, value)).toBe(value);
  expect(parseAs({ type: 'object', properties: {} }, value)).toEqual({
    success: true,
    data: value,
  });
});

test('an optional field may be undefined, as in stored rows', () => {
  expect(
    issuesOf({ type: 'object', properties: { a: { type: 'string' } } }, { a: undefined }),
  ).toEqual([]);
});

test('a check without reasons stops at the first of a hundred thousand wrong items', () => {
  let lookedAt = 0;
  const items = new Proxy(new Array(100_000).fill('x'), {
    get(target, name, receiver) {
      if (/^\d+$/.test(String(name))) lookedAt++;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(readAs({ type: 'array', items: { type: 'number' } }, items)).toBeNull();
  expect(lookedAt).toBe(1);
});

test.each(shapePairs())(
  'no field of $name throws for a length that is an object',
  ({ schema, shape }) => {
    const hostile = JSON.parse('{"length":{"toString":null}}');
    const fields = Object.keys(shape.properties ?? {}).map((name) => ({ [name]: hostile }));
    for (const value of [hostile, ...fields])
      expect(z.safeParse(schema, value).success).toBeTypeOf('boolean');
  },
);
