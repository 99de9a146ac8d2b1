import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { isFateOf } from '../support/block-fate.ts';
import { blockFates, runByLanguage } from '../support/documented-blocks.ts';
import { blocksOf, documents, readDocument, root } from '../support/documents.ts';

/** Documents for readers who use Offstage; CONTRIBUTING has its own test of its commands. */
const files = documents.filter((file) => file === 'README.md' || file.startsWith('docs/'));
const blocks = files.flatMap(blocksOf);

test('every fence of the documents is read as a block', () => {
  const fences = files.flatMap((file) => [...readDocument(file).matchAll(/^ *```/gm)]);
  expect(fences).toHaveLength(2 * blocks.length);
});

test.each(blocks)('the block at $where is run by a test, or says why not', (block) => {
  const fates = blockFates.filter((fate) => isFateOf(fate, block));
  if (runByLanguage[block.language] !== undefined) return expect(fates).toEqual([]);
  expect(fates, `Add it to tests/support/documented-blocks.ts:\n${block.code}`).toHaveLength(1);
});

test.each(blockFates)(
  '$document has the block “$begins”, and its test names the document',
  (fate) => {
    expect(blocks.filter((block) => isFateOf(fate, block))).toHaveLength(1);
    if ('notRun' in fate) return expect(fate.notRun.length).toBeGreaterThan(10);
    expect(existsSync(`${root}/${fate.runIn}`), fate.runIn).toBe(true);
    const source = readDocument(fate.runIn);
    expect(source).toMatch(new RegExp(`${basename(fate.document)}|docs-blocks`));
  },
);
