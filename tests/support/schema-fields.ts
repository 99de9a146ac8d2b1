import type { JsonSchema } from '../../server/api/schemas/published-schema.ts';

/**
 * All fields that a JSON Schema names, by their paths without lists (`events.seq`), each with its
 * parent's path.
 */
export type SchemaFields = ReadonlyMap<string, string>;

/** @param within only what is below this path, from there on */
export function fieldsIn(schema: JsonSchema, within = ''): SchemaFields {
  const found = new Map<string, string>();
  collect(schema, '', found);
  if (within === '') return found;
  const below = [...found].filter(([field]) => field.startsWith(`${within}.`));
  return new Map(
    below.map(
      ([field, parent]) =>
        [field, parent].map((path) => path.slice(within.length + 1)) as [string, string],
    ),
  );
}

function collect(schema: JsonSchema, path: string, found: Map<string, string>): void {
  const { properties = {}, items, propertyNames, anyOf = [], allOf = [], oneOf = [] } = schema;
  for (const branch of [...anyOf, ...allOf, ...oneOf, items])
    if (typeof branch === 'object') collect(branch as JsonSchema, path, found);
  // A map may list its keys.
  const { enum: names = [] } = Object(propertyNames);
  for (const name of [...names, ...Object.keys(properties)]) {
    const own = path === '' ? name : `${path}.${name}`;
    found.set(own, path);
    collect((properties[name] ?? {}) as JsonSchema, own, found);
  }
}

/**
 * Compares the names in a document with the schema. A document may name an object without its
 * fields. If it names one of them, it must name all.
 * @returns names that are invented, and names that are missing
 */
export function compareFields(
  fields: SchemaFields,
  reported: ReadonlySet<string>,
): { invented: string[]; missing: string[] } {
  const takenApart = new Set([...reported].map((name) => fields.get(name) ?? ''));
  const isReported = (field: string): boolean =>
    reported.has(field) ||
    [...takenApart].some((parent) => parent === field || parent.startsWith(`${field}.`));
  const wanted = [...fields].filter(([, parent]) => parent === '' || takenApart.has(parent));
  return {
    invented: [...reported].filter((name) => !fields.has(name)),
    missing: wanted.map(([field]) => field).filter((field) => !isReported(field)),
  };
}
