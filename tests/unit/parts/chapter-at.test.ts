import { expect, test } from 'vitest';
import { chapterAt } from '../../../src/parts/chapter-at.ts';

const chapters = [
  { startSeconds: 5, title: 'Red' },
  { startSeconds: 20, title: 'Green' },
];

test.each([
  [0, undefined],
  [4.99, undefined],
  [5, 'Red'],
  [19.99, 'Red'],
  [20, 'Green'],
  [1_000, 'Green'],
])('at %f s it is %j', (seconds, title) => {
  expect(chapterAt(chapters, seconds)?.title).toBe(title);
});

test('a video without chapters is in none', () => {
  expect(chapterAt([], 5)).toBeUndefined();
});

test('the order in which chapters come does not matter, and of two at one time it is the first', () => {
  const mixed = [...chapters].reverse();
  expect(chapterAt([...mixed, { startSeconds: 20, title: 'Blue' }], 30)?.title).toBe('Green');
  expect(chapterAt(mixed, 10)?.title).toBe('Red');
});
