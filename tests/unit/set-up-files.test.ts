import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the set-up of all tests imports no source of the product, so that a changed file runs only its own tests', () => {
  const lists = [...read('vitest.config.ts').matchAll(/setupFiles: \[([^\]]*)\]/g)];
  const files = lists.flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, file = '']) => file),
  );
  expect(files).toContain('tests/unit/leave-nothing.ts');
  for (const file of files) expect(read(file), file).not.toMatch(/(from|import) '\./);
});
