import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasTitle, isThere, type NamedTest, readNamedTests } from './support/named-tests.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Lines of each section of the specification, so that none can be left out of its map. */
const lineCounts = { 2: 7, 3: 11, 4: 12, 5: 11, 6: 3, 7: 19, 8: 24, 9: 32 };

interface Line {
  number: string;
  files: string[];
  tests: NamedTest[];
}

/** Rows of the map's tables: number, what it asks for, files in code marks, tests with their titles in quotation marks. */
function readLines(text: string): Line[] {
  return [...text.matchAll(/^\| (\d+\.\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, number = '', files = '', shown = '']) => ({
      number,
      files: [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      tests: readNamedTests(shown),
    }),
  );
}

const lines = readLines(read('docs/specification.md'));

test('the map has every line of the specification, in order', () => {
  const numbers = Object.entries(lineCounts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(lines.map(({ number }) => number)).toEqual(numbers);
});

test('every line is done by a file and shown by a test', () => {
  const missing = lines.filter(({ files, tests }) => files.length === 0 || tests.length === 0);
  expect(missing.map(({ number }) => number)).toEqual([]);
});

describe.each(lines)('line $number', ({ files, tests }) => {
  test('is done by files that are there', () => {
    expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  test('is shown by tests that are there', () => {
    expect(tests.filter((named) => !isThere(named))).toEqual([]);
  });
});

test('a test that is gone, or called otherwise now, would be noticed', () => {
  const text = `test('does this', () => {});\ntest.each([1])(\n  "does that",\n  () => {},\n);\n// 'does nothing'\n`;
  const has = (title: string) => hasTitle(text, title);
  expect(['does this', 'does that'].every(has)).toBe(true);
  expect(['does', 'does this too', 'does nothing'].some(has)).toBe(false);
});
