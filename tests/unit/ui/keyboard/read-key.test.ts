import { expect, test } from 'vitest';
import { readKey } from '../../../../src/ui/keyboard/read-key.ts';

test.each([
  ['a letter', { key: 'k', code: 'KeyK', shiftKey: false }, 'k'],
  ['a letter with caps lock', { key: 'K', code: 'KeyK', shiftKey: false }, 'k'],
  ['a letter with Shift', { key: 'N', code: 'KeyN', shiftKey: true }, 'Shift+n'],
  ['a letter on a Dvorak keyboard', { key: 'k', code: 'KeyV', shiftKey: false }, 'k'],
  ['a Russian keyboard', { key: 'л', code: 'KeyK', shiftKey: false }, 'k'],
  ['a Hebrew keyboard with Shift', { key: 'ף', code: 'Semicolon', shiftKey: true }, 'ף'],
  ['an Arabic comma key', { key: 'و', code: 'Comma', shiftKey: false }, ','],
  ['an Arabic comma key with Shift', { key: '،', code: 'Comma', shiftKey: true }, '<'],
  ['an Arabic digit', { key: '٥', code: 'Digit5', shiftKey: false }, '5'],
  ['a French digit key', { key: 'é', code: 'Digit2', shiftKey: false }, '2'],
  ['a French digit', { key: '2', code: 'Digit2', shiftKey: true }, '2'],
  ['an American question mark', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['a German question mark', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['the number pad', { key: '7', code: 'Numpad7', shiftKey: false }, '7'],
  ['an arrow', { key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: false }, 'ArrowLeft'],
  ['a dead key', { key: 'Dead', code: 'BracketLeft', shiftKey: false }, 'Dead'],
])('%s: %j is %s', (_, press, expected) => {
  expect(readKey(press)).toBe(expected);
});
