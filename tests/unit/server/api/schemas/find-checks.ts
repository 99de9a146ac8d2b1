import type * as z from 'zod';
import type { JsonSchema } from '../../../../../server/api/schemas/published-schema.ts';

/** Zod leaves these out of a JSON Schema: custom checks, and transforms. */
const unwritten = ['custom', 'overwrite', 'transform', 'catch', 'prefault', 'pipe'];

/**
 * @returns where a schema has a check or transform that its JSON Schema lacks: names of fields,
 * `[]` and `*` for any item
 */
export function findChecks(schema: z.core.$ZodType, path: readonly string[] = []): string[][] {
  const { type, checks = [] } = schema._zod.def;
  const found = [type, ...checks.map((check) => check._zod.def.check)].some((kind) =>
    unwritten.includes(kind),
  );
  return [
    ...(found ? [[...path]] : []),
    ...partsOf(schema).flatMap(([step, part]) => findChecks(part, [...path, ...step])),
  ];
}

function partsOf(schema: z.core.$ZodType): [step: string[], part: z.core.$ZodType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, field]) => [[name], field]);
    case 'array':
      return [[['[]'], def.element]];
    case 'record':
      return [
        [['*'], def.valueType],
        [['*'], def.keyType],
      ];
    case 'tuple':
      return def.items.map((item) => [['[]'], item]);
    case 'union':
      return def.options.map((option) => [[], option]);
    case 'intersection':
      return [
        [[], def.left],
        [[], def.right],
      ];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return [[[], def.innerType]];
    default:
      return [];
  }
}

/** @returns the JSON Schemas at a path, in each branch that has it */
export function fieldsAt(schema: object, [step, ...rest]: readonly string[]): JsonSchema[] {
  const node = schema as JsonSchema;
  if (step === undefined) return [node];
  const { items, additionalProperties, properties, anyOf = [], allOf = [], oneOf = [] } = node;
  const own = step === '[]' ? items : step === '*' ? additionalProperties : properties?.[step];
  const inBranches = [...anyOf, ...allOf, ...oneOf].flatMap((branch) =>
    fieldsAt(branch as object, [step, ...rest]),
  );
  return typeof own === 'object' ? [...fieldsAt(own as object, rest), ...inBranches] : inBranches;
}
