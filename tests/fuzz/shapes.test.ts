import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { shapePairs } from '../../scripts/lib/shapes.js';
import { parseAs } from '../../shared/tools/shape.ts';
import { fitting } from './support/fitting.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson } from './support/mutations.ts';

/**
 * The wrong fields of an object, and their own wrong fields; the value itself has an empty name.
 */
function fieldsOf(issues: readonly { path: readonly PropertyKey[] }[]): string[] {
  return [...new Set(issues.map(({ path }) => path.slice(0, 2).join('.')))].sort();
}

for (const { name, schema, shape } of shapePairs()) {
  fuzz(`what fits the shape of ${name} fits its schema`, fitting(shape), (value) => {
    expect(parseAs(shape, value).success).toBe(true);
    expect(z.safeParse(schema, value).success).toBe(true);
  });
  fuzz(
    `whatever comes, the shape of ${name} finds wrong what its schema does`,
    fc.oneof(hostileJson, fitting(shape).chain(damagedInside)),
    (value) => {
      const bySchema = z.safeParse(schema, value);
      const byShape = parseAs(shape, value);
      expect(fieldsOf(byShape.success ? [] : byShape.error.issues)).toEqual(
        fieldsOf(bySchema.success ? [] : bySchema.error.issues),
      );
    },
  );
}

/** Damaged, or damaged in one of its inner objects or lists. */
function damagedInside(valid: unknown): fc.Arbitrary<unknown> {
  if (typeof valid !== 'object' || valid === null) return hostileJson;
  const entries = Object.entries(valid);
  const isList = Array.isArray(valid);
  const whole = damaged(Object.fromEntries(entries)).map((changed) =>
    isList ? Object.values(changed) : changed,
  );
  const inner = entries.filter(([, field]) => typeof field === 'object' && field !== null);
  if (inner.length === 0) return whole;
  const nested = fc.constantFrom(...inner).chain(([field, value]) =>
    damagedInside(value).map((changed) => {
      const all = Object.fromEntries([...entries, [field, changed]]);
      return isList ? Object.values(all) : all;
    }),
  );
  return fc.oneof(whole, nested);
}
