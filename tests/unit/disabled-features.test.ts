import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { disabledByPlaywright } from '../../e2e/support/disabled-features.ts';

const require = createRequire(import.meta.url);

test('the tests’ browser has Playwright’s disabled features and our own switched off', () => {
  // Playwright exports no such list.
  const source = readFileSync(require.resolve('playwright-core/lib/coreBundle'), 'utf8');
  const list = /disabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? '';
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(disabledByPlaywright).toEqual(names);
});
