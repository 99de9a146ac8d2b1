import * as z from 'zod/mini';

// Schemas use zod; browsers load `zod/mini`, a third of its size. The pieces below are those that
// most schemas share.

/** Turns an unknown value into a typed one or into issues. */
export type Schema<T> = z.core.$ZodType<T>;

/** Whether a value fits. */
export function fits<T>(schema: Schema<T>, value: unknown): value is T {
  return z.validate(schema, value);
}

/**
 * `safeParse` for large untrusted values: 50,000 wrong items would cost 50,000 issues. zod 4.6
 * documents the option for `validate` only, but also reads it here.
 */
export function parseToFirstIssue<S extends z.core.$ZodType>(schema: S, value: unknown) {
  return z.safeParse(schema, value, { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>);
}

/**
 * zod 4.6 bug: it checks the length even after the type was found wrong. It throws if the length is
 * an object without a primitive value: `{"length":{"toString":null}}`.
 */
const ofText: object = { when: ({ value }: z.core.ParsePayload) => typeof value === 'string' };
export const ofList: object = { when: ({ value }: z.core.ParsePayload) => Array.isArray(value) };

/**
 * Text of `minChars` to `maxChars` characters: Unicode code points, as zod and JSON Schema count.
 */
export function text(maxChars: number, minChars = 0) {
  const longest = z.maxLength(maxChars, ofText);
  return minChars > 0
    ? z.string().check(z.minLength(minChars, ofText), longest)
    : z.string().check(longest);
}

/** Neither NaN nor infinite; JSON can contain the latter (`1e999`). */
export const number = z.number();
export const integer = z.int();

/** From `min` to `max`, both included. */
export function numberFrom(min: number, max = Infinity) {
  return max === Infinity ? number.check(z.gte(min)) : number.check(z.gte(min), z.lte(max));
}

/** From `min` to `max`, both included. */
export function integerFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
  return integer.check(z.gte(min), z.lte(max));
}

/** Not negative. */
export const amount = numberFrom(0);

/** A list of `minCount` to `maxCount` items. */
export function list<const Item extends z.core.$ZodType>(
  item: Item,
  maxCount: number,
  minCount = 0,
) {
  const longest = z.maxLength(maxCount, ofList);
  return minCount > 0
    ? z.array(item).check(z.minLength(minCount, ofList), longest)
    : z.array(item).check(longest);
}

/** Any value, unchecked. */
export const anything = z.unknown();

/** An object with any keys. */
export const anyObject = z.record(z.string(), z.unknown());

/** An object that maps keys to values. */
export const map = z.record;

/** A map of up to `maxCount` entries. */
export function smallMap<
  const Key extends z.core.$ZodRecordKey,
  const Value extends z.core.$ZodType,
>(key: Key, value: Value, maxCount: number) {
  const isSmall = (entries: object) => Object.keys(entries).length <= maxCount;
  return map(key, value)
    .check(z.refine(isSmall, `Invalid length: Expected up to ${maxCount}`))
    .register(z.globalRegistry, { maxProperties: maxCount });
}
