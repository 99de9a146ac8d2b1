import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimDocuments, readClaims } from '../../scripts/lib/claims.js';
import { root } from '../../scripts/lib/project.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Only the registry knows the answer, and `npm test` does not ask it. */
const untestable = ['A known hole'];

/** Rows of each table whose last columns are the id of a claim and its tests. */
function claimRows(text: string): string[] {
  return [...text.matchAll(/^\|.*\| id \| tests \|\n\|[- |]+\|\n((?:\|.*\|\n)+)/gm)]
    .flatMap(([, rows = '']) => rows.trimEnd().split('\n'))
    .filter((row) => !untestable.some((name) => row.startsWith(`| ${name} |`)));
}

test.each(claimDocuments)('in %s, every row of a table of claims has an id and a test', (document) => {
  const text = read(document);
  const rows = claimRows(text);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => readClaims(row, document).length === 0)).toEqual([]);
  expect(readClaims(text, document).filter(({ files }) => files.length === 0)).toEqual([]);
});

describe('docs/specification.md', () => {
  const text = read('docs/specification.md');
  /** Lines of each section of the specification. */
  const lineCounts = { 2: 7, 3: 11, 4: 12, 5: 11, 6: 3, 7: 19, 8: 24, 9: 32 };

  test('has every line of the specification, in order', () => {
    const lines = Object.entries(lineCounts).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `spec-${section}.${index + 1}`),
    );
    expect(readClaims(text, '').map(({ id }) => id)).toEqual(lines);
  });

  test('names files for every line, and they exist', () => {
    const doneBy = claimRows(text).map((row) => row.split(' | ')[1] ?? '');
    const files = doneBy.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
    expect(files.filter((paths) => paths.length === 0)).toEqual([]);
    expect(files.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test.each([
  'The host page',
  'A sibling or nested frame',
  'The network',
  'Who watches',
  'The provider’s scripts, styles and settings',
  'An attacker on the server',
  'Attacks that were tried',
  'Who steals the disk',
  'A dependency',
])('docs/security.md has a table of threats under “%s”', (heading) => {
  const [, after = ''] = read('docs/security.md').replaceAll("'", '’').split(`## ${heading}\n`);
  expect(claimRows(after.split('\n## ')[0] ?? '')).not.toEqual([]);
});
