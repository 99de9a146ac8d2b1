import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { plainFolders } from '../../scripts/lib/plain-folders.js';

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

/** Packages, builds, and files that a program writes (`npm run docs`). */
const notOurs = /(^|\/)(node_modules|dist|cache|shapes|test-results|\.[^/]+)(\/|$)/;

test('no source file has more than 250 lines, style sheets included', () => {
  const files = plainFolders.flatMap((place) =>
    globSync(place.includes('.') ? place : `${place}/**/*.{ts,tsx,js,mjs,css,html}`, {
      cwd: root,
      exclude: (path) => notOurs.test(path),
    }),
  );
  expect(files).toContain('src/ui/css/shell.css');
  const tooLong = files.filter(
    (file) =>
      !file.endsWith('.md') && readFileSync(join(root, file), 'utf8').split('\n').length - 1 > 250,
  );
  expect(tooLong).toEqual([]);
});
