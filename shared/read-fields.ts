import * as v from 'valibot';
import { anyObject, type Schema } from './schema.ts';

export interface FieldProblem {
  /** `attrs.width`; empty for the whole value. */
  field: string;
  message: string;
}

/**
 * Takes what fits a schema and leaves out what does not, so that one malformed field costs nothing but itself: a field of the
 * object, or where that is an object too, the one in it.
 * @param schema of an object
 * @returns `output` is `null` when nothing can be taken: the value is no object, or misses what it must have. A field may be
 *   named more than once
 */
export function readFields<T>(
  schema: Schema<T>,
  value: unknown,
): { output: T | null; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const rest = copyOf(value, (field) => copyOf(field, (inner) => inner));
  for (;;) {
    const parsed = v.safeParse(schema, rest);
    if (parsed.success) return { output: parsed.output, problems };
    for (const { path, message } of parsed.issues) {
      const [outer, inner] = path ?? [];
      problems.push({ field: [outer, inner].flatMap((item) => item?.key ?? []).join('.'), message });
      const dropped = inner?.value === undefined ? outer : inner;
      // Nothing to leave out: without this there would be no end.
      if (dropped?.value === undefined) return { output: null, problems };
      Reflect.deleteProperty(Object(dropped.input), String(dropped.key));
    }
  }
}

/** The given value is left as it is. */
function copyOf(value: unknown, copyField: (field: unknown) => unknown): unknown {
  if (!v.is(anyObject, value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyField(field)]));
}
