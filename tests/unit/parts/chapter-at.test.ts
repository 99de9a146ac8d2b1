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
])('at %f s the chapter is %j', (seconds, title) => {
  expect(chapterAt(chapters, seconds)?.title).toBe(title);
});

test('a video without chapters has no current one', () => {
  expect(chapterAt([], 5)).toBeUndefined();
});

test('chapters may come in any order, and the first of two at one time counts', () => {
  const mixed = [...chapters].reverse();
  expect(chapterAt([...mixed, { startSeconds: 20, title: 'Blue' }], 30)?.title).toBe('Green');
  expect(chapterAt(mixed, 10)?.title).toBe('Red');
});
