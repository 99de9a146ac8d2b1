import { expect, test } from 'vitest';
import { nextItem } from '../../../../src/ui/panels/move-focus.ts';

const labels = ['Quality', 'Speed', 'Captions', 'Caption size'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', -1, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['s', 0, 1],
  ['c', 0, 2],
  ['C', 2, 3],
  ['c', 3, 2],
  ['x', 0, null],
  [' ', 0, null],
  ['Tab', 0, null],
])('%j goes from item %i to %s', (key, at, expected) => {
  expect(nextItem(key, at, labels, true)).toBe(expected);
});

test('a menu without items has no target, and a letter with Ctrl is no first letter', () => {
  expect(nextItem('ArrowDown', -1, [], true)).toBeNull();
  expect(nextItem('s', 0, labels, false)).toBeNull();
});
