import { expect, test } from 'vitest';
import { withoutSignatures } from '../../../../../server/access/guard/without-signatures.ts';

const signature = 'Sig_nature-of-43-characters-that-opens-a-vi';
const token = `1700000000.${signature}`;
const watch = `https://o.example/watch/private0001?token=${token}`;
const media = `https://o.example/media/~1700000000.private0001.${signature}/film.mp4`;

test.each([
  ['a URL', watch, 'https://o.example/watch/private0001?token='],
  [
    'a later parameter',
    `https://o.example/w?a=1&token=${token}&b=2`,
    'https://o.example/w?a=1&token=&b=2',
  ],
  ['a position in a script', `f@${watch}:7:5`, 'f@https://o.example/watch/private0001?token=:7:5'],
  ['a media URL', media, 'https://o.example/media//film.mp4'],
  ['the token alone', `refused ${token}`, 'refused 1700000000'],
  [
    'the token for one domain',
    `refused 1700000000.a.example.${signature}`,
    'refused 1700000000.a.example',
  ],
])('a token is removed from %s [attack-M9]', (_what, text, expected) => {
  expect(withoutSignatures(text)).toBe(expected);
});

test.each([watch, media])(
  'no signature stays, however deeply a URL is encoded in others: %s [attack-M9]',
  (address) => {
    const once = `https://a.example/?next=${encodeURIComponent(address)}&b=2`;
    const twice = `https://a.example/?next=${encodeURIComponent(once)}`;
    for (const text of [once, twice, JSON.stringify({ a: [{ [once]: { cause: twice } }] })]) {
      expect(withoutSignatures(text)).not.toContain(signature);
      expect(withoutSignatures(text)).toContain('https://a.example/?next=');
    }
  },
);

test.each([
  'at f (https://o.example/assets/main-abc.js:12:34)',
  `${'a'.repeat(43)} b.${'c'.repeat(42)} d.${'e'.repeat(44)}`,
  '1700000000.5',
])('text without a token stays unchanged: %s', (text) => {
  expect(withoutSignatures(text)).toBe(text);
});
