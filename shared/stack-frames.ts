/** A place in a script, as a line of a stack names it. Both numbers count from 1. */
export interface StackFrame {
  url: string;
  line: number;
  column: number;
}

/** `    at name (URL:1:2)` and `    at URL:1:2` in Chromium, `name@URL:1:2` in Firefox and Safari. */
const framePattern =
  /((?:https?|file|blob|[a-z-]+-extension):[^\s()]{1,1000}?):(\d{1,9}):(\d{1,9})(?=\)?\s*$)/;

/** @returns the place that a line of a stack names; `null` for a line that names none */
export function parseFrame(line: string): StackFrame | null {
  const [, url, row, column] = framePattern.exec(line) ?? [];
  return url === undefined ? null : { url, line: Number(row), column: Number(column) };
}

/** @returns where the error arose; `null` where the stack does not say */
export function topFrame(stack: string): StackFrame | null {
  for (const line of stack.split('\n')) {
    const frame = parseFrame(line);
    if (frame !== null) return frame;
  }
  return null;
}
