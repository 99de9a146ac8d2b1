import { expect, test } from 'vitest';
import { acceptedLanguages } from '../../../../server/http/accepted-languages.ts';
import { directionOf } from '../../../../shared/player/direction-of.ts';
import { languages, matchLanguage } from '../../../../shared/player/languages.ts';

test.each([
  [['de'], 'de'],
  [['es-419', 'en'], 'es'],
  [['AR-eg'], 'ar'],
  [['', 'nl', 'fr-CA', 'de'], 'fr'],
  [['nl'], 'en'],
  [[], 'en'],
  [['constructor', '*', 'x-klingon'], 'en'],
  [['end'], 'en'],
])('for a viewer who prefers %j the player is in %s', (wanted, expected) => {
  expect(matchLanguage(wanted)).toBe(expected);
});

test('Arabic runs right to left, the others left to right', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.1, fr', ['fr', 'en']],
  ['es;q=0, ja', ['ja']],
  ['', []],
  [undefined, []],
])('the header %j names %j', (header, expected) => {
  expect(acceptedLanguages(header)).toEqual(expected);
});
