import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseErrorReport } from '../../server/intake/errors/parse-error-report.ts';
import { parseBatch } from '../../server/intake/parse-batch.ts';
import { parseProviderLog } from '../../server/intake/provider-log/parse-provider-log.ts';
import { parseSidecar } from '../../server/library/sidecars/parse-sidecar.ts';
import { pageConfigSchema } from '../../shared/page/page-config-schema.ts';
import { hostMessageSchema, playerJsMessageSchema } from '../../shared/wire/host-messages.ts';
import { problemsOf, publishedSchema } from '../support/published.ts';
import { publishedSamples } from '../support/published-samples.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileJson } from './support/mutations.ts';

type Path = readonly string[];

/** A value with one or two of its places replaced or left out, at any depth. */
function damagedDeep(valid: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(valid);
  const change = fc.record({
    path: fc.constantFrom(...paths),
    by: fc.oneof(
      hostileJson,
      fc.constant(undefined),
      fc.constantFrom(
        '',
        'x',
        '1',
        0,
        1,
        -1,
        0.5,
        [],
        {},
        null,
        true,
        'x'.repeat(501),
        [1, 2, 3, 4],
      ),
    ),
  });
  return fc
    .array(change, { maxLength: 2 })
    .map((changes) =>
      asJson(changes.reduce((value, { path, by }) => replaceAt(value, path, by), valid)),
    );
}

function pathsOf(value: unknown): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[], ...inner.flatMap(([name, field]) => pathsOf(field).map((path) => [name, ...path]))];
}

function replaceAt(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by;
  if (typeof value !== 'object' || value === null) return value;
  const field = replaceAt((value as Record<string, unknown>)[name], rest, by);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? field : item));
  return { ...value, [name]: field };
}

/** As it comes over the wire. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

/** Zod allows no entry of this name. */
const isLookedAt = (value: unknown) => !JSON.stringify(value).includes('"__proto__"');

function cases(name: string): fc.Arbitrary<unknown> {
  const valid = publishedSamples[name];
  return fc
    .oneof({ weight: 9, arbitrary: damagedDeep(valid) }, hostileJson.map(asJson))
    .filter(isLookedAt);
}

test.each(Object.keys(publishedSamples))('the sample of %s matches its schema', (name) => {
  expect(problemsOf(name, publishedSamples[name])).toEqual([]);
});

/** Readers whose schema is not the published one: the accepted part of a value. */
const readers: Readonly<Record<string, (value: never) => boolean>> = {
  'page-config': (value) => z.safeParse(pageConfigSchema, value).success,
  'host-message': (value) => z.safeParse(hostMessageSchema, value).success,
  'player-js-message': (value) => z.safeParse(playerJsMessageSchema, value).success,
  'log-batch': (value) => {
    const batch = parseBatch(JSON.stringify(value));
    return batch.ok && batch.value.rejections.length === 0;
  },
  'provider-log-batch': (value) => {
    const batch = parseProviderLog(JSON.stringify(value));
    return batch.ok && batch.value.rejected === 0;
  },
  'error-report': (value) => {
    const { params, ...fields } = Object(value);
    // JSON inside a text is described in words only.
    const given = typeof params === 'string' ? { ...fields, params: '{}' } : fields;
    return parseErrorReport(new URLSearchParams(), `${new URLSearchParams(given)}`).ok;
  },
  sidecar: (value) => {
    const known = Object.keys(publishedSamples.sidecar ?? {});
    const isKnown = Object.keys(Object(value)).every((key) => known.includes(key));
    const { doubts, mistakes } = parseSidecar(JSON.stringify(value));
    // Schemas ignore unknown keys, which may resemble known ones; days and edges are described in
    // words.
    return (
      !isKnown ||
      [...doubts, ...mistakes].every((what) => /^(uploadDate|playableWithin)/.test(what))
    );
  },
};

/**
 * Values that the product checks item by item, or field by field: it accepts exactly the valid
 * ones.
 */
const takenAlike = ['log-batch', 'provider-log-batch', 'error-report'];

/** The size of a map is a keyword of JSON Schema, and a custom check in zod. */
const isOfOurOwn = (problem: string) => problem.includes('must NOT have more than 100 properties');

for (const name of Object.keys(publishedSamples))
  fuzz(
    `whatever comes as ${name}, a validator of JSON Schema finds it fitting if zod does, but for what stands in words; what fits the product takes`,
    cases(name),
    (value) => {
      const problems = problemsOf(name, value);
      const parsed = z.safeParse(publishedSchema(name).schema, value);
      const fitsZod = parsed.success || parsed.error.issues.every(({ code }) => code === 'custom');
      expect(problems.every(isOfOurOwn), problems.join()).toBe(fitsZod);
      if (name === 'error-report' && !isTextual(value)) return;
      const isTaken = readers[name]?.(value as never) ?? true;
      if (problems.length === 0) expect(isTaken).toBe(true);
      else if (takenAlike.includes(name)) expect(isTaken).toBe(false);
    },
  );

/** Form fields are text, whatever they were before. */
const isTextual = (value: unknown) =>
  Object.values(Object(value)).every((field) => typeof field === 'string');
