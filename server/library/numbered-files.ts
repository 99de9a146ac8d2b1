import { readingLimits } from './reading-limits.ts';

const { numberedMinCount, rangesCount, numberMaxDigitsCount } = readingLimits;

/**
 * Files of one name with consecutive numbers, as most segments have. A range needs less memory than
 * a path for each file.
 */
export interface NumberedFiles {
  prefix: string;
  suffix: string;
  first: number;
  last: number;
  /** Digits of a number with leading zeros; 0 for numbers without. */
  digitCount: number;
}

interface Numbered {
  prefix: string;
  digits: string;
  suffix: string;
}

/** @returns the same paths, as single `names` and as ranges */
export function condensePaths(paths: readonly string[]): {
  names: string[];
  numbered: NumberedFiles[];
} {
  const names: string[] = [];
  const numbered: NumberedFiles[] = [];
  let run: string[] = [];
  let range: NumberedFiles | null = null;
  const end = () => {
    if (range !== null && run.length >= numberedMinCount && numbered.length < rangesCount)
      numbered.push(range);
    else for (const path of run) names.push(path);
    run = [];
    range = null;
  };
  for (const path of paths) {
    const split = splitNumber(path);
    if (range !== null && split !== null && isNext(range, split)) {
      range.last += 1;
      run.push(path);
      continue;
    }
    end();
    if (split === null) names.push(path);
    else {
      range = startRange(split);
      run.push(path);
    }
  }
  end();
  return { names, numbered };
}

/** Finds the ranges that contain a path. */
export function createNumberedIndex<Value>() {
  const ranges = new Map<string, { range: NumberedFiles; value: Value }[]>();
  const keyOf = ({ prefix, suffix }: { prefix: string; suffix: string }) => `${prefix}\0${suffix}`;
  return {
    add(range: NumberedFiles, value: Value): void {
      const entries = ranges.get(keyOf(range)) ?? [];
      entries.push({ range, value });
      ranges.set(keyOf(range), entries);
    },
    find(path: string): Value[] {
      const split = splitNumber(path);
      if (split === null) return [];
      const entries = ranges.get(keyOf(split)) ?? [];
      return entries.filter(({ range }) => isIn(range, split)).map(({ value }) => value);
    },
  };
}

export function* pathsOf({
  prefix,
  suffix,
  first,
  last,
  digitCount,
}: NumberedFiles): Generator<string> {
  for (let number = first; number <= last; number += 1)
    yield prefix + String(number).padStart(digitCount, '0') + suffix;
}

/** @returns the path split at the last number in its name */
function splitNumber(path: string): Numbered | null {
  const nameStart = path.lastIndexOf('/') + 1;
  let end = path.length;
  while (end > nameStart && !isDigit(path.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > nameStart && isDigit(path.charCodeAt(start - 1))) start -= 1;
  if (start === end || end - start > numberMaxDigitsCount) return null;
  // The number in an extension (`.m4s`, `.mp4`) is not a counter.
  const dot = path.lastIndexOf('.');
  if (dot > nameStart && start > dot) {
    const inner = splitNumber(path.slice(0, dot));
    return inner === null ? null : { ...inner, suffix: inner.suffix + path.slice(dot) };
  }
  return { prefix: path.slice(0, start), digits: path.slice(start, end), suffix: path.slice(end) };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function startRange({ prefix, digits, suffix }: Numbered): NumberedFiles {
  const isPadded = digits.length > 1 && digits.startsWith('0');
  const first = Number(digits);
  return { prefix, suffix, first, last: first, digitCount: isPadded ? digits.length : 0 };
}

function isNext(range: NumberedFiles, split: Numbered): boolean {
  return isIn({ ...range, first: range.last + 1, last: range.last + 1 }, split);
}

function isIn(
  { prefix, suffix, first, last, digitCount }: NumberedFiles,
  split: Numbered,
): boolean {
  const number = Number(split.digits);
  return (
    split.prefix === prefix &&
    split.suffix === suffix &&
    number >= first &&
    number <= last &&
    String(number).padStart(digitCount, '0') === split.digits
  );
}
