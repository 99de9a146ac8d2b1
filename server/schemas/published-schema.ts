import * as z from 'zod';

/** What is said of a field; with annotations of JSON Schema for which zod has no word. */
type FieldNote = string | ({ description: string } & z.core.JSONSchema.BaseSchema);

/** A schema that the server publishes, with what it says of itself. */
export interface PublishedSchema {
  /** `/schemas/NAME.json` */
  name: string;
  title: string;
  /** What it describes, in sentences. What no JSON Schema can say about it stands here too, or in the field that it concerns. */
  describes: string;
  /** Whether others write it (`input`), and what is not named may stand beside the rest; or the server, and there is no more (`output`). */
  io: 'input' | 'output';
  schema: z.core.$ZodType;
  /**
   * What its fields mean, by path: `attrs.width`, `events[].seq`, `*` for any name. Of schemas in `shared/`: browsers load what is
   * written of them, and words would be bytes. The server's own describe themselves.
   */
  fields?: Readonly<Record<string, FieldNote>>;
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes the JSON Schema (draft 2020-12) that zod makes of a schema.
 * @param id its address
 * @throws where `fields` names what the schema does not have, and where zod knows no JSON Schema for it
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
 * Zod leaves them out, and the pattern says something else then.
 * @throws where a pattern of a schema has flags
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
