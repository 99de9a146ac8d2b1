import * as v from 'valibot';

// Few of valibot's functions do for everything: the page's first script has each that any part of the program uses.

/** Turns unknown into a value or issues. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** The first thing wrong with a value, as a short path and message: `events.3.seq: Invalid type: …`. */
export function firstIssue(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}

/** Text of so many characters. */
export function text(maxChars: number, minChars = 0) {
  return v.pipe(v.string(), long<string>(minChars, maxChars));
}

/** Ends included. */
function long<T extends { length: number }>(min: number, max: number) {
  return v.custom<T>(
    (value) => (value as T).length >= min && (value as T).length <= max,
    `Invalid length: Expected ${min} to ${max}`,
  );
}

/** Neither NaN nor infinite, which JSON can bring (`1e999`). */
export const number = v.custom<number>(Number.isFinite, 'Invalid type: Expected number');
export const integer = v.custom<number>(Number.isSafeInteger, 'Invalid type: Expected integer');
/** Ends included. */
const range =
  (kind: string, isIt: (value: unknown) => boolean) =>
  (min: number, max = Infinity) =>
    v.custom<number>(
      (value) => isIt(value) && Number(value) >= min && Number(value) <= max,
      `Invalid value: Expected ${kind} from ${min} to ${max}`,
    );
export const numberFrom = range('number', Number.isFinite);
export const integerFrom = range('integer', Number.isSafeInteger);
/** Not negative. */
export const amount = numberFrom(0);

/** A list of so many items. */
export function list<const Item extends v.GenericSchema>(item: Item, maxCount: number, minCount = 0) {
  return v.pipe(v.array(item), long<v.InferOutput<Item>[]>(minCount, maxCount));
}

/** Left as it is. */
export const anything = v.custom<unknown>(() => true);

/** An object with any keys, left as it is. */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Invalid type: Expected Object',
);

/** An object that maps keys to values; arrays, which `v.record` lets through, are none. */
export function map<const Key extends v.GenericSchema<string>, const Value extends v.GenericSchema>(
  key: Key,
  value: Value,
) {
  return v.pipe(anyObject, v.record(key, value));
}

/** An object all of whose entries are optional: `v.object` takes an array for one that has none of them. */
export function options<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(anyObject, v.object(entries));
}
