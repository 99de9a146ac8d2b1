import { expect, test } from 'vitest';
import { parseFrame, topFrame } from '../../../shared/stack-frames.ts';

test.each([
  [
    '    at play (https://embed.example/assets/page-abc.js:12:345)',
    'https://embed.example/assets/page-abc.js',
    12,
    345,
  ],
  [
    '    at async https://embed.example/assets/page-abc.js:1:2',
    'https://embed.example/assets/page-abc.js',
    1,
    2,
  ],
  ['play@http://localhost:8080/assets/page-abc.js:1:2', 'http://localhost:8080/assets/page-abc.js', 1, 2],
  ['@blob:null/0b1c:3:4', 'blob:null/0b1c', 3, 4],
  ['    at x (chrome-extension://abc/content.js:7:8)', 'chrome-extension://abc/content.js', 7, 8],
])('reads the place of %j', (line, url, row, column) => {
  expect(parseFrame(line)).toEqual({ url, line: row, column });
});

test.each([
  'TypeError: 1:2 is not a place',
  '    at <anonymous>:1:2',
  '    at native code',
  '',
  `https://${'a'.repeat(2_000)}:1:2`,
  'https://embed.example/a.js:1',
])('sees no place in %j', (line) => {
  expect(parseFrame(line)).toBeNull();
});

test('the top frame is the first line that names a place', () => {
  expect(
    topFrame(
      'Error: no\n    at <anonymous>\n    at f (https://a.example/b.js:3:4)\n    at g (https://a.example/c.js:5:6)',
    ),
  ).toEqual({ url: 'https://a.example/b.js', line: 3, column: 4 });
  expect(topFrame('')).toBeNull();
});
