import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { intakeCostLimits } from '../limits/intake-limits.ts';

/** An item of the list that was asked for, as it stands in the text. */
export interface ScannedItem {
  start: number;
  /** Behind its last character. */
  end: number;
  /** Why it must not be parsed. */
  problem: 'too_large' | 'too_deep' | null;
}

export interface ItemBounds {
  /** Name of the list in the outermost object. */
  list: string;
  itemMaxChars: number;
}

const { bodyValuesCount, jsonDepth } = intakeCostLimits;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/**
 * Finds out what a JSON text would cost before it is parsed, in one pass that costs the same for each character. The text need not be
 * JSON: whatever passes here is cheap to parse.
 * @param bounds for items that are judged one by one: their values and their depth do not count against the text
 * @returns the items of the list, of the last one if it stands there twice; none without `bounds`
 */
export function scanJson(text: string, bounds?: ItemBounds): Result<ScannedItem[], 'TOO_COMPLEX'> {
  let items: ScannedItem[] = [];
  let depth = 0;
  let valuesCount = 1;
  /** Of the item that is being looked at. */
  let start = -1;
  let valuesBefore = 0;
  let deepest = 0;
  /** The last string, which is a key where a colon follows. */
  let [stringStart, stringEnd] = [0, 0];
  let isListNext = false;

  const begin = (at: number) => {
    start = at;
    valuesBefore = valuesCount;
    deepest = 0;
  };
  const finish = (end: number) => {
    const problem = problemOf(text, { start, end, deepest, itemMaxChars: bounds?.itemMaxChars ?? 0 });
    // It is not parsed, and so costs nothing.
    if (problem !== null) valuesCount = valuesBefore;
    items.push({ start, end, problem });
    start = -1;
  };

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      stringStart = at + 1;
      stringEnd = endOfString(text, at);
      at = stringEnd;
    } else if (code === openArray || code === openObject) {
      valuesCount++;
      depth++;
      deepest = Math.max(deepest, depth);
      if (code === openArray && depth === 2 && isListNext) {
        items = [];
        begin(at + 1);
      }
      isListNext = false;
    } else if (code === closeArray || code === closeObject) {
      if (depth === 2 && start !== -1) {
        if (items.length > 0 || text.slice(start, at).trim() !== '') finish(at);
        start = -1;
      }
      depth--;
    } else if (code === comma) {
      valuesCount++;
      if (depth === 2 && start !== -1) {
        finish(at);
        begin(at + 1);
      }
    } else if (code === colon && depth === 1 && bounds !== undefined) {
      isListNext = text.slice(stringStart, stringEnd) === bounds.list;
    }
    if (start !== -1) continue;
    if (valuesCount > bodyValuesCount.value)
      return err('TOO_COMPLEX', `A request has at most ${bodyValuesCount.value} values; send less at once.`);
    if (depth > jsonDepth.value)
      return err('TOO_COMPLEX', `A request is nested at most ${jsonDepth.value} deep; send flatter data.`);
  }
  return ok(items);
}

function problemOf(
  text: string,
  {
    start,
    end,
    deepest,
    itemMaxChars,
  }: { start: number; end: number; deepest: number; itemMaxChars: number },
): ScannedItem['problem'] {
  // Spaces around it are no part of it.
  if (end - start > itemMaxChars && text.slice(start, end).trim().length > itemMaxChars) return 'too_large';
  return deepest > jsonDepth.value ? 'too_deep' : null;
}

/** @returns the place of the quote that ends a string, or the end of the text */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashCount = 0;
    while (text.charCodeAt(at - 1 - slashCount) === backslash) slashCount++;
    // Each second one is itself escaped.
    if (slashCount % 2 === 0) return at;
  }
  return text.length;
}
