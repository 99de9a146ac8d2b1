import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, PublishedSchema } from '../../server/api/schemas/published-schema.ts';
import { writeJsonSchema } from '../../server/api/schemas/published-schema.ts';
import { publishedSchemas } from '../../server/api/schemas/published-schemas.ts';

/** Strict: a keyword that is none, or that stands where it does nothing, is an error. */
const ajv = new Ajv2020({ strict: true, allErrors: true });
const validators = new Map<string, ValidateFunction>();

/** @returns a schema that the server publishes, with what it was made of */
export function publishedSchema(name: string): PublishedSchema {
  const published = publishedSchemas.find((known) => known.name === name);
  if (published === undefined) throw new Error(`No schema is called ${name}.`);
  return published;
}

/** @returns the document that the server answers, but for its address */
export function schemaDocument(name: string): JsonSchema {
  return writeJsonSchema(publishedSchema(name), `https://player.example/schemas/${name}.json`);
}

/** @returns what is wrong with a value, by the published schema of this name: a line each */
export function problemsOf(name: string, value: unknown): string[] {
  const validate = validators.get(name) ?? ajv.compile(schemaDocument(name));
  validators.set(name, validate);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}
