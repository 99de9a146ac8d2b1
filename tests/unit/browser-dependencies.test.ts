import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { browserDependencies } from '../browser/browser-dependencies.ts';

const root = resolve(import.meta.dirname, '../..');

/** The runner brings these itself, and nobody writes the last. */
const notListed = /^(vitest(\/|$)|node:|vite$|react\/jsx-(dev-)?runtime$)/;

/** Imports of values, with or without names, and dynamic ones. What only has types leaves no import. */
const importPattern =
  /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** A declaration whose names are all types leaves no import either. */
const onlyTypes = /^import\s+\{(\s*type\s[^,}]+,?)+\s*\}\s+from/;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)]
    .filter(([text]) => !onlyTypes.test(text))
    .map(([, from, dynamic]) => from ?? dynamic ?? '');
}

/** The packages that tests in the browser import, directly or through what they test. */
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
      // An address of a file, or a style, is not code to bundle.
      else if (!query && !path.endsWith('.css') && !notListed.test(path)) packages.add(path);
    }
  }
  return [...packages].sort();
}

test('what tests in the browser import is bundled before their first page, and only that', () => {
  const listed = browserDependencies.include.filter((name) => !notListed.test(name));
  expect(listed.toSorted()).toEqual(packagesInBrowser());
});

test('no dependency is bundled later, which would reload a page in the middle of its tests', () => {
  expect(browserDependencies.noDiscovery).toBe(true);
});
