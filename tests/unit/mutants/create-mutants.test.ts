import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/project.js';
import { createMutants } from '../../mutants/create-mutants.ts';
import { keyOf, sampleMutants } from '../../mutants/sample-mutants.ts';

test('a mutant has the replaced code, its line, and the replacement', async () => {
  const { mutants, code } = await createMutants(['worker/events/sending/retry-policy.ts']);
  const lines = readFileSync(
    path.join(root, 'worker/events/sending/retry-policy.ts'),
    'utf8',
  ).split('\n');
  for (const { line, code } of mutants) expect(lines[line - 1]?.trim()).toBe(code);
  expect(mutants).toContainEqual(
    expect.objectContaining({ before: 'Math.max(ms, 0)', after: 'Math.min(ms, 0)' }),
  );
  expect(Object.keys(code)).toEqual(['worker/events/sending/retry-policy.ts']);
});

test('sentences for people are not mutated, and codes are', async () => {
  const { mutants } = await createMutants(['server/intake/receive-body.ts']);
  const texts = mutants.map(({ before }) => before).filter((before) => before.startsWith("'"));
  expect(texts).toContain("'BAD_TEXT'");
  expect(texts).not.toContain("'The body is not UTF-8 text.'");
});

test('a seed gives the same sample again, and another seed another', async () => {
  const { mutants } = await createMutants(['worker/events/sending/*.ts']);
  const keys = (seed: number) => sampleMutants(mutants, 20, seed).map(keyOf);
  expect(keys(1)).toHaveLength(20);
  expect(keys(1)).toEqual(keys(1));
  expect(keys(2)).not.toEqual(keys(1));
  expect(sampleMutants(mutants, mutants.length + 1, 1)).toHaveLength(mutants.length);
});
