import { isRecord } from './is-record.ts';
import type { Parsed } from './issue.ts';

export interface FieldProblem {
  /** `attrs.width`; empty for the whole value. */
  field: string;
  message: string;
}

/**
 * Keeps an object's valid fields and drops the invalid ones, so that one malformed field costs only
 * itself. If the field is an object too, only the invalid field in it is dropped.
 * @param parse like zod's `safeParse`
 * @returns `output` is `null` if nothing can be kept: the value is no object, or lacks a required
 * field. A field may be named more than once
 */
export function readFields<T>(
  parse: (value: unknown) => Parsed<T>,
  value: unknown,
): { output: T | null; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const rest = copyOf(value, (field) => copyOf(field, (inner) => inner));
  for (;;) {
    const parsed = parse(rest);
    if (parsed.success) return { output: parsed.data, problems };
    const { issues } = parsed.error;
    for (const { path, message } of issues)
      problems.push({ field: path.slice(0, 2).join('.'), message });
    // Nothing was dropped: parsing again would loop for ever.
    if (issues.filter(({ path }) => drop(rest, path)).length === 0)
      return { output: null, problems };
  }
}

/** @returns whether there was something at the path, or above it */
function drop(value: unknown, [outer, inner]: readonly PropertyKey[]): boolean {
  if (!isRecord(value) || outer === undefined) return false;
  const field = value[outer];
  if (isRecord(field) && inner !== undefined && field[inner] !== undefined)
    return delete field[inner];
  return field !== undefined && delete value[outer];
}

/** Copies, so that the given value stays unchanged. Skips `__proto__`, which is never a field. */
function copyOf(value: unknown, copyField: (field: unknown) => unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, field]) => [name, copyField(field)]));
}
