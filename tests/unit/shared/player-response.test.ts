import { expect, test } from 'vitest';
import { languageSchema } from '../../../shared/player/player-response.ts';
import { fits } from '../../../shared/tools/schema.ts';

test.each(['en', 'EN', 'fil', 'pt-BR', 'zh-Hant-TW', 'de-1996', 'abcdefgh-x-12345678'])(
  '%j can be a language',
  (tag) => {
    expect(fits(languageSchema, tag)).toBe(true);
  },
);

test.each([
  '',
  'e',
  'abcdefghi',
  '1n',
  'en_US',
  'en-',
  '-en',
  'en--US',
  'en-123456789',
  ' en',
  'en ',
  '!en',
  'en!',
])('%j is no language', (tag) => {
  expect(fits(languageSchema, tag)).toBe(false);
});
