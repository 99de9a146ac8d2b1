import { expect, test } from 'vitest';
import * as z from 'zod';
import { writeJsonSchema } from '../../../../../server/api/schemas/published-schema.ts';
import { publishedSchemas } from '../../../../../server/api/schemas/published-schemas.ts';
import { csv } from '../../../../../server/cli/export/row-formats.ts';
import {
  errorRowSchema,
  eventRowSchema,
  logRowSchema,
} from '../../../../../server/store/row-schemas.ts';
import { type ApiCommand, apiCalls } from '../../../../../shared/wire/api-calls.ts';
import { schemaDocument } from '../../../../support/published.ts';
import { fieldsAt, findChecks } from './find-checks.ts';

const names = publishedSchemas.map(({ name }) => name);

test('both sides of each command of the API are published', () => {
  for (const [command, { method }] of Object.entries(apiCalls)) {
    const name = command.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(names).toContain(`${name}-reply`);
    expect(names.includes(`${name}-request`)).toBe(method === 'POST');
  }
  expect(Object.keys(apiCalls) satisfies string[] as ApiCommand[]).toHaveLength(8);
});

test.each(names)('each field of %s has a description', (name) => {
  const { properties = {} } = schemaDocument(name);
  for (const [field, schema] of Object.entries(properties))
    expect(schema, field).toMatchObject({ description: expect.stringMatching(/\S[.…]$/) });
});

/** Optional fields of the server's answers. */
const mayBeMissing: Readonly<Record<string, readonly string[]>> = {
  'log-reply': ['rejections'],
  'player-reply': ['viewer', 'related', 'commands', 'heartbeat', 'responseContext'],
  'playlist-reply': ['entries'],
  'response-context': ['consistencyTokenJar', 'locationPlayabilityToken', 'globalConfig'],
  'visitor-id-reply': ['visitorId'],
};

test.each(publishedSchemas.filter(({ io }) => io === 'output'))(
  'the server’s answer $name has every field, with a type, and no other field',
  ({ name }) => {
    const { properties = {}, required = [], additionalProperties } = schemaDocument(name);
    const wanted = Object.keys(properties).filter((field) => !mayBeMissing[name]?.includes(field));
    expect(required.toSorted()).toEqual(wanted.toSorted());
    // The operator names further columns.
    if (name === 'telemetry-playback')
      expect(additionalProperties).toMatchObject({ type: 'string' });
    else expect(additionalProperties).toBe(false);
    for (const [field, schema] of Object.entries(properties))
      expect(Object.keys(schema), field).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(type|anyOf)$/)]),
      );
  },
);

/** Checks of zod that its JSON Schema lacks: by field, with their text in the description. */
const inWords: Record<string, RegExp> = {
  playableWithin: /South must not be greater than north/,
  uploadDate: /Months up to 12, days up to 31, hours up to 24/,
  logTiers: /up to 100/i,
};

test('each check that a JSON Schema lacks is in the field’s description, and the list of them is complete', () => {
  const found = publishedSchemas.flatMap(({ name, schema }) =>
    findChecks(schema).map((path) => ({ name, path })),
  );
  expect([...new Set(found.map(({ path }) => path.at(-1)))].toSorted()).toEqual(
    Object.keys(inWords).toSorted(),
  );
  for (const { name, path } of found) {
    const shown = fieldsAt(schemaDocument(name), path).map(({ description }) => description);
    expect(shown.length, `${name}: ${path.join('.')}`).toBeGreaterThan(0);
    for (const words of shown) expect(words).toMatch(inWords[path.at(-1) ?? ''] ?? /never/);
  }
});

test.each([
  [
    'a pattern with flags',
    z.object({ a: z.string().regex(/^a$/i) }),
    {},
    'Write /^a$/i without flags',
  ],
  ['a transform', z.object({ a: z.string().transform(Number) }), {}, 'Transforms cannot be'],
  ['a note on a missing field', z.object({ a: z.string() }), { b: 'B.' }, 'has no field b'],
])('%s keeps a schema from being published', (_what, schema, fields, message) => {
  const published = {
    name: 'a',
    title: 'A',
    describes: 'A.',
    io: 'output',
    schema,
    fields,
  } as const;
  expect(() => writeJsonSchema(published, 'https://player.example')).toThrow(message);
});

test('tables of the feeds have a column for each published field, in the same order', () => {
  const columns = { events: eventRowSchema, log: logRowSchema, errors: errorRowSchema } as const;
  for (const [kind, schema] of Object.entries(columns))
    expect(csv(kind as keyof typeof columns).head).toBe(
      `${Object.keys(schema.shape).join(',')}\r\n`,
    );
});
