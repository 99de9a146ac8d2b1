import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimDocuments, readClaims } from '../../scripts/lib/claims.js';
import { root } from '../../scripts/lib/project.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Only the registry has the answer, and `npm test` makes no requests to it. */
const untestable = ['A known hole'];

/** Rows of each table whose last columns are the id of a claim and its tests. */
function claimRows(text: string): string[] {
  return [...text.matchAll(/^\|.*\| id \| tests \|\n\|[- |]+\|\n((?:\|.*\|\n)+)/gm)]
    .flatMap(([, rows = '']) => rows.trimEnd().split('\n'))
    .filter((row) => !untestable.some((name) => row.startsWith(`| ${name} |`)));
}

test.each(claimDocuments)(
  'in %s, every row of a table of claims has an id and a test',
  (document) => {
    const text = read(document);
    const rows = claimRows(text);
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => readClaims(row, document).length === 0)).toEqual([]);
    expect(readClaims(text, document).filter(({ files }) => files.length === 0)).toEqual([]);
  },
);

describe('docs/specification.md', () => {
  const text = read('docs/specification.md');
  /** Claims of each section of the specification; §9 has one row more, which is our own rule. */
  const claimCounts = { 1: 3, 2: 10, 3: 61, 4: 38, 5: 15, 6: 4, 7: 58, 8: 42, 9: 43 };

  test('has every claim of the specification once, in the order of its sections', () => {
    const ids = readClaims(text, '').map(({ id }) => id);
    const numbersIn = (section: string) =>
      ids
        .filter((id) => id.startsWith(`spec-${section}.`))
        .map((id) => Number(id.split('.')[1]))
        .sort((a, b) => a - b);
    for (const [section, count] of Object.entries(claimCounts))
      expect(numbersIn(section), `§${section}`).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
    const sections = ids.map((id) => Number(id.slice('spec-'.length).split('.')[0]));
    expect(sections).toEqual(sections.toSorted());
  });

  test('says how many claims it has', () => {
    expect(text).toContain(`That makes ${readClaims(text, '').length - 1} claims;`);
  });

  test('says of every claim that it works, or why not', () => {
    const states = claimRows(text).map((row) => row.split(' | ')[1] ?? '');
    const known = /^(?:\*works\*(?:; .+)?|\*decided otherwise\*.*: .+ because .+|\*not yet\*: .+)$/;
    expect(states.filter((state) => !known.test(state))).toEqual([]);
  });

  test('names existing files for every claim', () => {
    const doneBy = claimRows(text).map((row) => row.split(' | ')[2] ?? '');
    const files = doneBy.map((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    );
    expect(files.filter((paths) => paths.length === 0)).toEqual([]);
    expect(files.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test.each([
  'The host page',
  'A sibling or nested frame',
  'The network',
  'Viewers',
  'The provider’s scripts, styles and settings',
  'An attacker on the server',
  'Attacks that were tried',
  'A stolen disk',
  'A dependency',
])('docs/security.md has a table of threats under “%s”', (heading) => {
  const [, after = ''] = read('docs/security.md').replaceAll("'", '’').split(`## ${heading}\n`);
  expect(claimRows(after.split('\n## ')[0] ?? '')).not.toEqual([]);
});
