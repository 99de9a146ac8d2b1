import { expect, test } from 'vitest';
import { formatTime } from '../../../shared/player/format-time.ts';
import { parseTile } from '../../../src/ui/late/storyboard.ts';

test('a tile’s picture is relative to its WebVTT file', () => {
  expect(parseTile('a.jpg#xywh=160,90,160,90', 'https://x.example/media/a.vtt')).toEqual({
    url: 'https://x.example/media/a.jpg',
    x: 160,
    y: 90,
    width: 160,
    height: 90,
  });
});

test.each([
  '',
  'a.jpg',
  'a.jpg#xywh=0,0,0,90',
  'a.jpg#xywh=0,0,160,0',
  'a.jpg#xywh=1,2,3',
  'a b.jpg#xywh=1,2,3,4',
  'http://[#xywh=1,2,3,4',
])('%j is no tile', (text) => {
  expect(parseTile(text, 'https://x.example/')).toBeNull();
});

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [754, '12:34'],
  [3_723, '1:02:03'],
  [36_000, '10:00:00'],
  [-1, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%d seconds are written as %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});
