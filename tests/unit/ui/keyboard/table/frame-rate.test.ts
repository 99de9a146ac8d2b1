import { expect, test } from 'vitest';
import { estimateFrameRate } from '../../../../../src/ui/keyboard/table/frame-rate.ts';

test.each([
  [250, 10, 25],
  [301, 10, 30],
  [1_199, 50, 23.976],
  [3_000, 50, 60],
  [10_000, 10, 60],
  [3, 10, 23.976],
  [0, 10, 30],
  [20, 0.5, 30],
  [20, Number.NaN, 30],
])('%i frames in %d s of playback are a video of %d a second', (frames, seconds, expected) => {
  expect(estimateFrameRate(frames, seconds)).toBeCloseTo(expected, 3);
});
