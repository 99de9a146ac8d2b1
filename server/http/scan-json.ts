import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { intakeCostLimits } from '../intake/intake-limits.ts';
import { answerLimits } from './answer-limits.ts';

/** An item of the requested list, as a range of the text. */
export interface ScannedItem {
  start: number;
  /** Index after its last character. */
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

const { nearChars } = answerLimits;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** 1 for characters with a meaning outside of strings. Most have none, and cost one lookup. */
const meaning = new Uint8Array(128);
for (const code of [openObject, closeObject, openArray, closeArray, quote, comma, colon])
  meaning[code] = 1;

/**
 * Estimates the cost of a JSON text before it is parsed, in one pass with a constant cost per
 * character. The text may be invalid JSON: if it passes here, parsing it is cheap.
 * @param bounds for items that are judged individually: their values and depth do not count for the
 *   text
 * @returns the items of the list (the last one, if there are two); none without `bounds`
 */
export function scanJson(text: string, bounds?: ItemBounds): Result<ScannedItem[], 'TOO_COMPLEX'> {
  const list = createItemList(text, bounds?.itemMaxChars ?? 0);
  let depth = 0;
  let valuesCount = 1;
  /** The last string, which is a key if a colon follows. */
  let stringStart = 0;
  let stringEnd = 0;
  let isListNext = false;

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > closeObject || meaning[code] === 0) continue;
    if (code === quote) {
      stringStart = at + 1;
      stringEnd = endOfString(text, at);
      at = stringEnd;
    } else if (code === openArray || code === openObject) {
      valuesCount++;
      depth++;
      list.deepest = Math.max(list.deepest, depth);
      if (code === openArray && depth === 2 && isListNext) list.open(at + 1, valuesCount);
      isListNext = false;
    } else if (code === closeArray || code === closeObject) {
      if (depth === 2 && list.isOpen) valuesCount -= list.close(at, valuesCount);
      depth--;
    } else if (code === comma) {
      valuesCount++;
      if (depth === 2 && list.isOpen) {
        valuesCount -= list.endItem(at, valuesCount);
        if (valuesCount > bodyValuesCount.value) return tooManyValues;
        list.beginItem(at + 1, valuesCount);
      }
    } else if (code === colon && depth === 1 && bounds !== undefined) {
      isListNext = text.slice(stringStart, stringEnd) === bounds.list;
    }
    // Check later: an item may be refused at its end, with all of its values.
    if (list.isOpen) continue;
    if (valuesCount > bodyValuesCount.value) return tooManyValues;
    if (depth > jsonDepth.value) return tooDeep;
  }
  return ok(list.items);
}

const tooManyValues = err(
  'TOO_COMPLEX',
  `A request may have up to ${bodyValuesCount.value} JSON values; send less at once.`,
);
const tooDeep = err(
  'TOO_COMPLEX',
  `A request may have up to ${jsonDepth.value} levels of nesting; send flatter data.`,
);

/** Collects the items of the requested list during the scan. */
function createItemList(text: string, itemMaxChars: number) {
  let start = 0;
  let valuesBefore = 0;
  const list = {
    items: [] as ScannedItem[],
    isOpen: false,
    /** Deepest level in the current item. */
    deepest: 0,
    open(at: number, valuesCount: number): void {
      list.items = [];
      list.isOpen = true;
      list.beginItem(at, valuesCount);
    },
    beginItem(at: number, valuesCount: number): void {
      start = at;
      valuesBefore = valuesCount;
      list.deepest = 0;
    },
    /** @returns the number of values that do not count, because the item is not parsed */
    endItem(end: number, valuesCount: number): number {
      // Surrounding spaces do not count.
      const isTooLarge =
        end - start > itemMaxChars && text.slice(start, end).trim().length > itemMaxChars;
      const isTooDeep = list.deepest > jsonDepth.value;
      const problem = isTooLarge ? 'too_large' : isTooDeep ? 'too_deep' : null;
      list.items.push({ start, end, problem });
      return problem === null ? 0 : valuesCount - valuesBefore;
    },
    close(at: number, valuesCount: number): number {
      list.isOpen = false;
      const isEmpty = list.items.length === 0 && text.slice(start, at).trim() === '';
      return isEmpty ? 0 : list.endItem(at, valuesCount);
    },
  };
  return list;
}

/** @returns the index of the quote that ends a string, or the end of the text */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; ; ) {
    for (const near = at + nearChars; at < near; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at;
      if (code === backslash) at++;
    }
    const next = text.indexOf('"', at);
    if (next === -1) return text.length;
    let slashCount = 0;
    while (next - slashCount > at && text.charCodeAt(next - 1 - slashCount) === backslash)
      slashCount++;
    // An even number of backslashes does not escape the quote.
    if (slashCount % 2 === 0) return next;
    at = next + 1;
  }
}
