import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Folders that are not about one folder of the sources. */
const others = [
  // Shared test code, suites that hang on purpose, and the mutation check.
  /(^|\/)support$/,
  /^stalling$/,
  /^mutants$/,
  // Another Vitest project, tests of a server's whole process, and reports as they are stored and
  // read.
  /^server\/(postgres|running|reports)$/,
];

test.each(['unit', 'browser'])(
  'a folder of tests/%s has the path of the sources that it tests',
  (suite) => {
    const tests = join(root, 'tests', suite);
    const folders = [...new Set(globSync('**/*.{ts,tsx}', { cwd: tests }).map(dirname))];
    expect(folders).toContain('ui');
    const strays = folders
      .filter((folder) => folder !== '.' && !others.some((other) => other.test(folder)))
      .filter(
        (folder) => !existsSync(join(root, folder)) && !existsSync(join(root, 'src', folder)),
      );
    expect(strays).toEqual([]);
  },
);

test('a test directly in tests/unit/server is named after a file directly in server', () => {
  const tests = globSync('*.{ts,tsx}', { cwd: join(root, 'tests/unit/server') });
  expect(tests).toContain('main.test.ts');
  const strays = tests.filter(
    (file) => !existsSync(join(root, 'server', file.replace('.test.', '.'))),
  );
  expect(strays).toEqual([]);
});
