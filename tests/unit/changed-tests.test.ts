import { describe, expect, test } from 'vitest';
import { explainChoice, testsOfDocuments } from '../../scripts/lib/changed-tests.js';

describe('npm run test:changed', () => {
  test('gives the reason when it selects nothing, or everything', () => {
    expect(explainChoice(['src/a.ts'], 'nobody imports it', 0)).toBe(
      'none, because nobody imports it',
    );
    expect(explainChoice(['src/a.ts'], '', 1)).toBe('1 file');
    expect(explainChoice(['src/a.ts', 'package.json'], '', 310)).toBe(
      '310 files, because package.json may affect any test',
    );
    expect(explainChoice(['docs/package.json.md'], '', 2)).toBe('2 files');
  });

  test('selects the tests that read documents when a document differs', () => {
    const texts: Record<string, string> = {
      'tests/unit/docs.test.ts': "read('docs/limits.md')",
      'tests/unit/scale.test.ts': "import './scale.ts'",
    };
    const read = (path: string) => texts[path] ?? '';
    expect(testsOfDocuments(['docs/testing.md'], Object.keys(texts), read)).toEqual([
      'tests/unit/docs.test.ts',
    ]);
    expect(testsOfDocuments(['src/a.ts'], Object.keys(texts), read)).toEqual([]);
  });
});
