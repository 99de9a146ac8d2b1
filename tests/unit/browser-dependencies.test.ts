import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { browserDependencies } from '../browser/browser-dependencies.ts';

const root = resolve(import.meta.dirname, '../..');

/** The runner provides these itself, and no test imports the last one directly. */
const notListed = /^(vitest(\/|$)|node:|vite$|react\/jsx-(dev-)?runtime$)/;

/** Imports of values, with or without names, and dynamic ones. Type imports are removed. */
const importPattern =
  /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** A declaration whose names are all types is removed too. */
const onlyTypes = /^import\s+\{(\s*type\s[^,}]+,?)+\s*\}\s+from/;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)]
    .filter(([text]) => !onlyTypes.test(text))
    .map(([, from, dynamic]) => from ?? dynamic ?? '');
}

/** The packages that browser tests import, directly or through the code under test. */
function packagesInBrowser(): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = readdirSync(join(root, 'tests/browser'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(root, 'tests/browser', name));
  for (const file of waiting) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of importsOf(file)) {
      const [path = '', query] = specifier.split('?');
      if (path.startsWith('.')) {
        const target = resolve(dirname(file), path);
        if (/\.tsx?$/.test(path) && existsSync(target)) waiting.push(target);
      } else if (path === 'offstage:services')
        waiting.push(join(root, 'worker/services/serve-services.ts'));
      // The URL of a file, or a style, is not code to bundle.
      else if (!query && !path.endsWith('.css') && !notListed.test(path)) packages.add(path);
    }
  }
  return [...packages].sort();
}

test('exactly the packages that browser tests import are bundled before their first page', () => {
  const listed = browserDependencies.include.filter((name) => !notListed.test(name));
  expect(listed.toSorted()).toEqual(packagesInBrowser());
});

test('no dependency is bundled later, which would reload a page during its tests', () => {
  expect(browserDependencies.noDiscovery).toBe(true);
});
