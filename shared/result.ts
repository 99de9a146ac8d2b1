/**
 * The outcome of something that is expected to fail now and then. Plain data, so that it survives `postMessage`, where a
 * thrown Error would lose its `code`. Bugs are thrown, expected failures are returned.
 */
export type Result<T, Code extends string = string> =
  | { ok: true; value: T }
  | { ok: false; error: Failure<Code> };

/** `code` is for programs, `message` names cause and fix for a person. */
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
