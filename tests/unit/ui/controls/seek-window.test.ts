import { expect, test } from 'vitest';
import { loadedPicture, seekWindow, shareOf } from '../../../../src/ui/controls/seek-window.ts';

const video = { start: 0, end: 100 };

test('the bar of a video is its length, and that of a live stream its seekable range', () => {
  expect(seekWindow({ isLive: false, seekable: { start: 3, end: 60 }, duration: 64 })).toEqual({
    start: 0,
    end: 64,
  });
  expect(seekWindow({ isLive: true, seekable: { start: 30, end: 90 }, duration: 90 })).toEqual({
    start: 30,
    end: 90,
  });
  expect(seekWindow({ isLive: true, seekable: null, duration: 0 })).toEqual({ start: 0, end: 0 });
});

test.each([
  [50, video, 0.5],
  [-5, video, 0],
  [500, video, 1],
  [60, { start: 30, end: 90 }, 0.5],
  [5, { start: 0, end: 0 }, 0],
])('%d s of %j is at %d', (seconds, shown, share) => {
  expect(shareOf(shown, seconds)).toBe(share);
});

test('every loaded range has its place on the bar', () => {
  const ranges = [
    { start: 10, end: 20 },
    { start: 50, end: 55.555 },
  ];
  expect(loadedPicture(ranges, video)).toBe(
    'linear-gradient(90deg,#0000 10%,var(--loaded) 10% 20%,#0000 20%,#0000 50%,var(--loaded) 50% 55.55%,#0000 55.55%)',
  );
});

test('the bar is empty without loaded media and for a video without a length', () => {
  expect(loadedPicture([], video)).toBe('none');
  expect(loadedPicture([{ start: 0, end: 4 }], { start: 0, end: 0 })).toContain('0% 0%');
});
