import { expect, test } from 'vitest';
import { chapterList, chapterMask } from '../../../../src/ui/controls/chapter-list.ts';

const starting = (...starts: number[]) =>
  starts.map((startSeconds) => ({ startSeconds, title: `From ${startSeconds}` }));

test('chapters out of order, at one time and beyond the end become an ordered list', () => {
  const chapters = [...starting(30, 0, 200, 10), { startSeconds: 10, title: 'Another from 10' }];
  expect(chapterList(chapters, 100)).toEqual(starting(0, 10, 30));
});

test('while the length is unknown no chapter is beyond the end', () => {
  expect(chapterList(starting(0, 200), 0)).toEqual(starting(0, 200));
});

test('the bar has a gap where each chapter begins, except one at the start', () => {
  expect(chapterMask(starting(0, 25, 50), 100)).toBe(
    'linear-gradient(90deg,#000 calc(25% - 1px),#0000 0 calc(25% + 1px),#000 0,#000 calc(50% - 1px),#0000 0 calc(50% + 1px),#000 0)',
  );
});

test('chapters that are too close for a gap have none', () => {
  expect(chapterMask(starting(0, 50, 50.5), 100)).toBe(chapterMask(starting(0, 50), 100));
});

test.each([
  ['no chapters', starting(), 100],
  ['one from the start', starting(0), 100],
  ['500 chapters', starting(...Array.from({ length: 500 }, (_, index) => index)), 500],
  ['no length', starting(0, 5), 0],
])('with %s the bar is whole', (_, chapters, duration) => {
  expect(chapterMask(chapters, duration)).toBeUndefined();
});
