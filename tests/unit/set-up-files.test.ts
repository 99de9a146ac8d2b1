import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');

test('what is set up for every test imports nothing of the product, so that a changed file runs only the tests that import it', () => {
  const projects = (config.test?.projects ?? []).filter((project) => typeof project === 'object');
  const files = projects.flatMap((project) => ('test' in project ? (project.test?.setupFiles ?? []) : []));
  expect(files).toContain('tests/unit/leave-nothing.ts');
  for (const file of new Set(files))
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/from '\.|import '\./);
});
