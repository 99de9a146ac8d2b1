import type * as z from 'zod/mini';
import { isRecord } from './is-record.ts';
import type { Issue, Parsed } from './issue.ts';

/**
 * A JSON Schema (draft 2020-12) that zod writes from one of our schemas: `npm run docs` puts it
 * into a folder `shapes/`. The player page and its worker check values against shapes, because zod
 * would cost them 8 kB (decision 23). Only the keywords below occur
 * (`tests/unit/shared/tools/shape.test.ts`).
 */
export interface Shape<T = unknown> {
  /** Never set: it ties the shape to its type. */
  readonly fitting?: T;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape;
}

/** Maps a schema to its shape, and an object of schemas to an object of shapes. */
export type ShapesOf<T> = T extends z.core.$ZodType
  ? Shape<z.input<T>>
  : { readonly [Name in keyof T]: ShapesOf<T[Name]> };

/**
 * Like zod's `safeParse`, but the value stays unchanged: fields that the shape does not name are
 * kept.
 */
export function parseAs<T>(shape: Shape<T>, value: unknown): Parsed<T> {
  const issues = [...findIssues(shape, value)];
  return issues.length === 0
    ? { success: true, data: value as T }
    : { success: false, error: { issues } };
}

/** @returns `null` if missing or malformed */
export function readAs<T>(shape: Shape<T>, value: unknown): T | null {
  return isFitting(shape, value) ? (value as T) : null;
}

function isFitting(shape: Shape, value: unknown): boolean {
  return findIssues(shape, value).next().done === true;
}

function* findIssues(
  shape: Shape,
  value: unknown,
  path: PropertyKey[] = [],
): Generator<Issue, void> {
  const { type, anyOf } = shape;
  if (anyOf?.every((one) => !isFitting(one, value))) {
    const near = anyOf.filter((one) => one.type !== undefined && isOfType[one.type](value));
    // If only one variant has the right type, its own issues say more.
    if (near[0] !== undefined && near.length === 1) yield* findIssues(near[0], value, path);
    else yield { path, message: 'Invalid input' };
  }
  if (type !== undefined && !isOfType[type](value))
    yield { path, message: `Invalid input: expected ${type}` };
  else if (shape.enum?.includes(value) === false || ('const' in shape && shape.const !== value))
    yield { path, message: 'Invalid option' };
  else if (typeof value === 'string') {
    const { minLength, maxLength = Infinity } = shape;
    // Count code points, as zod and JSON Schema do: one may be two of `length`.
    const count = value.length > maxLength ? [...value].length : value.length;
    if (!isWithin(count, minLength, maxLength))
      yield { path, message: beyond('length', minLength, maxLength) };
    else if (shape.pattern !== undefined && !new RegExp(shape.pattern).test(value))
      yield { path, message: `Invalid string: must match pattern /${shape.pattern}/` };
  } else if (typeof value === 'number') {
    const { minimum, maximum } = shape;
    if (!isWithin(value, minimum, maximum))
      yield { path, message: beyond('number', minimum, maximum) };
  } else if (Array.isArray(value)) {
    const { minItems, maxItems } = shape;
    if (!isWithin(value.length, minItems, maxItems))
      yield { path, message: beyond('length', minItems, maxItems) };
    if (shape.items)
      for (const [n, item] of value.entries()) yield* findIssues(shape.items, item, [...path, n]);
  } else if (isRecord(value)) yield* findFieldIssues(shape, value, path);
}

function* findFieldIssues(shape: Shape, value: Record<string, unknown>, path: PropertyKey[]) {
  const {
    properties = {},
    required = [],
    maxProperties,
    propertyNames,
    additionalProperties,
  } = shape;
  if (!isWithin(Object.keys(value).length, 0, maxProperties))
    yield { path, message: beyond('number of fields', 0, maxProperties) };
  for (const [name, of] of Object.entries(properties))
    if (required.includes(name) && !(name in value))
      yield { path: [...path, name], message: `Invalid input: expected ${of.type ?? 'a value'}` };
    else if (required.includes(name) || value[name] !== undefined)
      yield* findIssues(of, value[name], [...path, name]);
  for (const [name, field] of Object.entries(value)) {
    // Like zod, which ignores `__proto__`.
    if (Object.hasOwn(properties, name) || name === '__proto__') continue;
    if (propertyNames) yield* findIssues(propertyNames, name, [...path, name]);
    if (additionalProperties) yield* findIssues(additionalProperties, field, [...path, name]);
  }
}

const isOfType: Record<NonNullable<Shape['type']>, (value: unknown) => boolean> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function isWithin(value: number, min = -Infinity, max = Infinity): boolean {
  return value >= min && value <= max;
}

function beyond(what: string, min = -Infinity, max = Infinity): string {
  return `Invalid ${what}: expected from ${min} to ${max}`;
}
