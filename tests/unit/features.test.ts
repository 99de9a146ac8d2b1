import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isThere, readNamedTests } from './support/named-tests.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const table = readme.slice(readme.indexOf('## What a viewer gets'), readme.indexOf('## Where to read on'));
const features = [...table.matchAll(/^\| ([^|]+) \| (`[^|]+) \|$/gm)].map(([, feature = '', shown = '']) => ({
  feature,
  tests: readNamedTests(shown),
}));

test('the README’s table of features is there', () => {
  expect(features.length).toBeGreaterThan(30);
});

test.each(features)('a test shows: $feature', ({ tests }) => {
  expect(tests).not.toEqual([]);
  expect(tests.filter((named) => !isThere(named))).toEqual([]);
});
