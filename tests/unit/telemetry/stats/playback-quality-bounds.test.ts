import { expect, test } from 'vitest';
import { isAttempt } from '../../../../src/telemetry/stats/playback-quality.ts';
import { ended, load, look, play, playing, starting } from './play-script.ts';

test('a video that was only shown is no attempt', () => {
  expect(
    isAttempt(
      play([
        [0, load(true)],
        [60_000, look],
      ]).quality,
    ),
  ).toBe(false);
  expect(
    isAttempt(
      play([
        [0, load(true)],
        [60_000, starting],
      ]).quality,
    ),
  ).toBe(true);
});

test('dropped frames are those of this playback, even when the element’s counter restarts', () => {
  const { summary } = play([
    [0, load(), { dropped: 0, total: 100 }],
    [0, starting, { dropped: 0, total: 100 }],
    [1_000, playing, { dropped: 2, total: 10 }],
    [2_000, look, { dropped: 5, total: 40 }],
  ]);
  expect(summary).toMatchObject({ droppedFrames: 5, totalFrames: 140 });
  expect(play([[0, load()]]).summary).toMatchObject({ droppedFrames: 0 });
});

test('the end of a video ends its counting', () => {
  const { summary } = play([
    [0, load()],
    [0, starting],
    [0, playing],
    [4_000, ended],
    [90_000, look],
  ]);
  expect(summary).toMatchObject({ watchedMs: 4_000, rebufferCount: 0, failure: null });
});
