/** A place in a script, as a line of a stack names it. Both numbers count from 1. */
export interface StackFrame {
  url: string;
  line: number;
  column: number;
}

/** Longer addresses are no script's. */
const urlMaxChars = 1_000;

/** A place stands at the end of its line; what comes earlier is not looked at. */
const tailChars = 4_000;

/** Names of schemes, which stand before a colon. */
const schemes = ['http', 'https', 'file', 'blob'];

/**
 * `    at name (URL:1:2)` and `    at URL:1:2` in Chromium, `name@URL:1:2` in Firefox and Safari. Read from its end, each character once:
 * anybody may send a stack, and a pattern that looks for the URL's start from everywhere takes the square of the time.
 * @returns the place that a line of a stack names; `null` for a line that names none
 */
export function parseFrame(line: string): StackFrame | null {
  const text = line.trimEnd().slice(-tailChars);
  const end = text.endsWith(')') ? text.length - 1 : text.length;
  const column = numberBefore(text, end);
  const row = column === null ? null : numberBefore(text, column.colon);
  if (column === null || row === null) return null;
  const url = urlBefore(text, row.colon);
  return url === null ? null : { url, line: row.value, column: column.value };
}

/** @returns the number of up to nine digits that ends there, and the place of the colon before it */
function numberBefore(text: string, end: number): { value: number; colon: number } | null {
  const colon = text.lastIndexOf(':', end - 1);
  const digits = colon === -1 ? '' : text.slice(Math.max(colon + 1, end - 10), end);
  return /^\d{1,9}$/.test(digits) ? { value: Number(digits), colon } : null;
}

/** @returns the address that ends there: without spaces and brackets, from the first scheme on */
function urlBefore(text: string, end: number): string | null {
  let first = end;
  while (first > 0 && !/[\s()]/.test(text.charAt(first - 1))) first--;
  for (let from = first; ; ) {
    const colon = text.indexOf(':', from);
    if (colon === -1 || colon >= end - 1) return null;
    const start = schemeStart(text, from, colon);
    if (start !== null && end - colon - 1 <= urlMaxChars) return text.slice(start, end);
    from = colon + 1;
  }
}

/** @returns where the scheme that ends at a colon begins; `null` where none that scripts have ends there */
function schemeStart(text: string, from: number, colon: number): number | null {
  const name = text.slice(from, colon);
  if (name.endsWith('-extension')) {
    let start = colon;
    while (start > from && /[a-z-]/.test(text.charAt(start - 1))) start--;
    // Something must stand before `-extension`.
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
