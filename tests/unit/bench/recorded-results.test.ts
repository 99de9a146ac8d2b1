import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { quotedTexts } from '../../../bench/report/record-results.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each(Object.entries(quotedTexts()))(
  '%s quotes the figures of the recorded run of the bench',
  (name, text) => {
    expect(readFileSync(`${root}${name}`, 'utf8')).toBe(text);
  },
);
