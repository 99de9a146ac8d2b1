import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { parseAs } from '../../shared/shape.ts';
import { shapes } from '../support/shapes.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson } from './support/mutations.ts';

/** Which fields of an object are wrong, and which fields of these; the value itself is an empty name. */
function fieldsOf(issues: readonly { path: readonly PropertyKey[] }[]): string[] {
  return [...new Set(issues.map(({ path }) => path.slice(0, 2).join('.')))].sort();
}

for (const { name, shape, schema, valid } of shapes)
  fuzz(
    `whatever comes, the shape ${name} finds wrong what its schema does`,
    fc.oneof(fc.constant(valid), damaged(valid as never), hostileJson, nested(valid)),
    (value) => {
      const bySchema = z.safeParse(schema, value);
      const byShape = parseAs(shape, value);
      expect(fieldsOf(byShape.success ? [] : byShape.error.issues)).toEqual(
        fieldsOf(bySchema.success ? [] : bySchema.error.issues),
      );
    },
  );

/** Damaged in one of its inner objects or lists. */
function nested(valid: unknown): fc.Arbitrary<unknown> {
  const inner = Object.entries(Object(valid)).filter(
    ([, field]) => typeof field === 'object' && field !== null,
  );
  if (inner.length === 0) return hostileJson;
  return fc.constantFrom(...inner).chain(([field, value]) =>
    damaged({ ...Object(value) }).map((changed) => ({
      ...Object(valid),
      [field]: Array.isArray(value) ? Object.values(changed) : changed,
    })),
  );
}
