import { expect, test } from 'vitest';
import { preferredCaptions } from '../../../src/parts/preferred-captions.ts';

const tracks = ['ar', 'en', 'es-MX'].map((languageCode) => ({
  languageCode,
  label: '',
  url: '/x.vtt',
}));

test('the first preferred language among the tracks is chosen, in any order of the tracks', () => {
  expect(preferredCaptions(tracks, ['', 'fr', 'en', 'ar'])).toBe('en');
});

test('a language of the same family is better than any other; the exact one is better still', () => {
  expect(preferredCaptions(tracks, ['es'])).toBe('es-MX');
  expect(preferredCaptions(tracks, ['es', 'EN'])).toBe('en');
});

test('without a match the first track is chosen, and without tracks none', () => {
  expect(preferredCaptions(tracks, ['ja'])).toBe('ar');
  expect(preferredCaptions([], ['en'])).toBeNull();
});
