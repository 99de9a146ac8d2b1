import { stackLimits } from '../limits/stack-limits.ts';

/** A place in a script, from a line of a stack. Both numbers count from 1. */
export interface StackFrame {
  url: string;
  line: number;
  column: number;
}

/** URL schemes, without the colon. */
const schemes = ['http', 'https', 'file', 'blob'];

/**
 * Parses ` at name (URL:1:2)` and ` at URL:1:2` (Chromium) and `name@URL:1:2` (Firefox, Safari).
 * Reads from the end, each character once. Stacks are untrusted, and a pattern that tries every
 * start of the URL takes quadratic time.
 * @returns the place that a line of a stack names; `null` for a line that names none
 */
export function parseFrame(line: string): StackFrame | null {
  const text = line.trimEnd().slice(-stackLimits.tailChars);
  const end = text.endsWith(')') ? text.length - 1 : text.length;
  const column = numberBefore(text, end);
  const row = column === null ? null : numberBefore(text, column.colon);
  if (column === null || row === null) return null;
  const url = urlBefore(text, row.colon);
  return url === null ? null : { url, line: row.value, column: column.value };
}

/**
 * @returns the number of up to nine digits that ends there, and the index of the colon before it
 */
function numberBefore(text: string, end: number): { value: number; colon: number } | null {
  const colon = text.lastIndexOf(':', end - 1);
  const digits = colon === -1 ? '' : text.slice(Math.max(colon + 1, end - 10), end);
  return /^\d{1,9}$/.test(digits) ? { value: Number(digits), colon } : null;
}

/** @returns the URL that ends there: without spaces and brackets, from its first scheme on */
function urlBefore(text: string, end: number): string | null {
  let first = end;
  while (first > 0 && !/[\s()]/.test(text.charAt(first - 1))) first--;
  for (let from = first; ; ) {
    const colon = text.indexOf(':', from);
    if (colon === -1 || colon >= end - 1) return null;
    const start = schemeStart(text, from, colon);
    if (start !== null && end - colon - 1 <= stackLimits.urlMaxChars) return text.slice(start, end);
    from = colon + 1;
  }
}

/** @returns where the scheme before a colon begins; `null` if it is not a script's scheme */
function schemeStart(text: string, from: number, colon: number): number | null {
  const name = text.slice(from, colon);
  if (name.endsWith('-extension')) {
    let start = colon;
    while (start > from && /[a-z-]/.test(text.charAt(start - 1))) start--;
    // At least one character must precede `-extension`.
    if (colon - start > '-extension'.length) return start;
  }
  const scheme = schemes.findLast((one) => name.endsWith(one));
  return scheme === undefined ? null : colon - scheme.length;
}

/** @returns where the error arose; `null` where the stack does not say */
export function topFrame(stack: string): StackFrame | null {
  for (const line of stack.split('\n')) {
    const frame = parseFrame(line);
    if (frame !== null) return frame;
  }
  return null;
}
