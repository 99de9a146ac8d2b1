import * as z from 'zod';

/** Description of a field, with JSON Schema annotations that zod does not have. */
type FieldNote = string | ({ description: string } & z.core.JSONSchema.BaseSchema);

/** A schema that the server publishes, with its descriptions. */
export interface PublishedSchema {
  /** `/schemas/NAME.json` */
  name: string;
  title: string;
  /**
   * Describes the data in sentences. Rules that JSON Schema cannot express are here too, or at
   * their field.
   */
  describes: string;
  /**
   * `input`: others write the data, and further fields are allowed. `output`: the server writes it,
   * without further fields.
   */
  io: 'input' | 'output';
  schema: z.core.$ZodType;
  /**
   * Meanings of the fields, by path: `attrs.width`, `events[].seq`, `*` for any name. They describe
   * schemas in `shared/`, because texts there would add bytes for browsers. The server's own
   * schemas describe themselves.
   */
  fields?: Readonly<Record<string, FieldNote>>;
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes a schema as JSON Schema (draft 2020-12), made by zod.
 * @param id its address
 * @throws if `fields` names a missing field, and if zod cannot express the schema
 */
export function writeJsonSchema(
  { title, describes, io, schema, fields = {} }: PublishedSchema,
  id: string,
): JsonSchema {
  const { $schema, ...body } = z.toJSONSchema(schema, { io, override: refuseFlags });
  for (const [path, note] of Object.entries(fields)) {
    const places = placesOf(body, path.split(/\.|(?=\[\])/));
    if (places.length === 0) throw new Error(`The schema ${title} has no field ${path}.`);
    for (const place of places)
      Object.assign(place, typeof note === 'string' ? { description: note } : note);
  }
  return { $schema, $id: id, title, description: describes, ...body };
}

/**
 * Zod drops a pattern's flags, which changes its meaning.
 * @throws if a pattern of a schema has flags
 */
export function refuseFlags({ zodSchema }: { zodSchema: z.core.$ZodType }): void {
  const { checks = [], ...own } = zodSchema._zod.def;
  for (const { pattern } of [own, ...checks.map((check) => check._zod.def)] as {
    pattern?: RegExp;
  }[])
    if (pattern !== undefined && pattern.flags !== '')
      throw new Error(`Write ${pattern} without flags: a JSON Schema has none.`);
}

/** @returns the schemas at a path, in each branch that has it */
function placesOf(schema: JsonSchema, [step, ...rest]: readonly string[]): JsonSchema[] {
  if (step === undefined) return [schema];
  const { properties, items, additionalProperties, anyOf = [], allOf = [], oneOf = [] } = schema;
  const own = step === '[]' ? items : step === '*' ? additionalProperties : properties?.[step];
  const inBranches = [...anyOf, ...allOf, ...oneOf].flatMap((branch) =>
    placesOf(branch as JsonSchema, [step, ...rest]),
  );
  return typeof own === 'object' && !Array.isArray(own)
    ? [...placesOf(own as JsonSchema, rest), ...inBranches]
    : inBranches;
}
