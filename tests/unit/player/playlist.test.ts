import { expect, test } from 'vitest';
import { playlistAt, playlistIndexAfter } from '../../../src/player/playlist.ts';

const list = (index: number) => ({ listId: '', videoIds: ['a', 'b', 'c'], index });

test('goes forward and back and stops at both ends', () => {
  expect(playlistIndexAfter(list(0), 1, false)).toBe(1);
  expect(playlistIndexAfter(list(1), -1, false)).toBe(0);
  expect(playlistIndexAfter(list(2), 1, false)).toBeNull();
  expect(playlistIndexAfter(list(0), -1, false)).toBeNull();
});

test('a looping list goes round both ways; an empty one goes nowhere', () => {
  expect(playlistIndexAfter(list(2), 1, true)).toBe(0);
  expect(playlistIndexAfter(list(0), -1, true)).toBe(2);
  expect(playlistIndexAfter({ listId: '', videoIds: [], index: 0 }, 1, true)).toBeNull();
});

test.each([-1, 3, 1.5, Number.NaN])('the index %s is outside the list and means its first video', (index) => {
  expect(playlistAt('PL1', ['a', 'b', 'c'], index).index).toBe(0);
});
