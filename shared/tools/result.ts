/**
 * The outcome of an operation that may fail in normal use. Plain data, because an Error that is
 * thrown through `postMessage` loses its `code`. Throw for bugs, return expected failures.
 */
export type Result<T, Code extends string = string> =
  | { ok: true; value: T }
  | { ok: false; error: Failure<Code> };

/** `code` is for programs; `message` names cause and fix for people. */
export interface Failure<Code extends string = string> {
  code: Code;
  message: string;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function err<Code extends string>(
  code: Code,
  message: string,
): { ok: false; error: Failure<Code> } {
  return { ok: false, error: { code, message } };
}
