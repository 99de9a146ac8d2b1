import { expect, test } from 'vitest';
import * as z from 'zod';
import { qoeSummarySchema } from '../../../../shared/telemetry/qoe-summary.ts';
import type { PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import {
  type FrameCounts,
  isAttempt,
  nextQuality,
  startQuality,
  summarizeQuality,
} from '../../../../src/telemetry/stats/playback-quality.ts';
import { makeReading, makeVideo } from '../../player/make-video.ts';

const playing: PlayerEvent = { type: 'playing', media: makeReading() };
const waiting: PlayerEvent = { type: 'waiting', media: makeReading({ canGoOn: false }) };
const paused: PlayerEvent = { type: 'paused', media: makeReading({ isPaused: true }) };
const seeking: PlayerEvent = { type: 'seeking', media: makeReading({ currentTime: 30 }) };
const seeked: PlayerEvent = {
  type: 'seeked',
  media: makeReading({ currentTime: 30, canGoOn: false }),
};
const ended: PlayerEvent = { type: 'ended', media: makeReading({ isPaused: true, isEnded: true }) };
const starting: PlayerEvent = { type: 'starting' };
const failed: PlayerEvent = {
  type: 'failed',
  error: { name: 'net.retryexhausted', message: null },
};
const load = (isCued = false, isLive = false): PlayerEvent => ({
  type: 'video_changed',
  video: makeVideo({ isLive }),
  isCued,
  startSeconds: 0,
});
const rate = (playbackRate: number): PlayerEvent => ({
  type: 'changed',
  changes: { playbackRate },
});
const levels: PlayerEvent = {
  type: 'qualities',
  levels: [
    { id: 'low', height: 240, bitrate: 400_000 },
    { id: 'high', height: 720, bitrate: 2_000_000 },
  ],
};
const level = (id: string): PlayerEvent => ({ type: 'changed', changes: { qualityId: id } });
const hide = 'hide';
const show = 'show';
const look = 'look';

/** A playback by hand: its events and their times in milliseconds. */
type Script = [atMs: number, what: PlayerEvent | 'hide' | 'show' | 'look', frames?: FrameCounts][];

function play(script: Script) {
  const store = createPlayerStore();
  let isVisible = true;
  let frames: FrameCounts | null = null;
  let atMs = 0;
  let quality = startQuality({ isVisible, frames: { dropped: 0, total: 0 }, atMs });
  const read = (state = store.getState(), previous = state) => {
    quality = nextQuality(quality, { state, previous, isVisible, frames, atMs });
  };
  store.subscribe(read);
  for (const [at, what, counted] of script) {
    atMs = at;
    frames = counted ?? null;
    if (typeof what !== 'string') {
      store.dispatch(what);
      continue;
    }
    isVisible = what === 'look' ? isVisible : what === 'show';
    read();
  }
  const summary = summarizeQuality(quality, store.getState(), 'left');
  expect(z.safeParse(qoeSummarySchema, summary)).toMatchObject({ success: true });
  return { summary, quality };
}

test.each<[string, Script, object]>([
  [
    'plays at once',
    [
      [0, load()],
      [100, starting],
      [100, waiting],
      [400, playing],
      [10_400, paused],
      [60_000, look],
    ],
    {
      startMs: 300,
      watchedMs: 10_000,
      rebufferCount: 0,
      rebufferMs: 0,
      rebufferPercent: 0,
      averageRate: 1,
    },
  ],
  [
    'stalls twice: 2.5 s beside 7.5 s are a quarter',
    [
      [0, load()],
      [0, starting],
      [500, playing],
      [3_000, waiting],
      [5_000, playing],
      [8_000, waiting],
      [8_500, playing],
      [10_500, paused],
    ],
    { startMs: 500, watchedMs: 7_500, rebufferCount: 2, rebufferMs: 2_500, rebufferPercent: 25 },
  ],
  [
    'seeks, and what follows a seek is no stall',
    [
      [0, load()],
      [0, starting],
      [1_000, playing],
      [2_000, seeking],
      [2_100, waiting],
      [2_500, seeked],
      [4_000, playing],
      [5_000, paused],
    ],
    { watchedMs: 2_000, rebufferCount: 0, rebufferMs: 0, seekCount: 1, seekMs: 2_000 },
  ],
  [
    'pauses for long, which counts nowhere',
    [
      [0, load()],
      [0, starting],
      [1_000, playing],
      [2_000, paused],
      [600_000, starting],
      [600_000, playing],
      [601_000, paused],
    ],
    { watchedMs: 2_000, rebufferPercent: 0, startMs: 1_000 },
  ],
  [
    'goes on in the background',
    [
      [0, load()],
      [0, starting],
      [1_000, playing],
      [3_000, hide],
      [8_000, show],
      [9_000, paused],
    ],
    { watchedMs: 8_000, hiddenMs: 5_000 },
  ],
  [
    'is requested, and left before it shows anything',
    [
      [0, load()],
      [100, starting],
      [100, waiting],
      [9_000, look],
    ],
    {
      startMs: null,
      isExitBeforeStart: true,
      watchedMs: 0,
      rebufferCount: 0,
      rebufferPercent: null,
      averageRate: null,
    },
  ],
  [
    'is paused before it could start, and requested again',
    [
      [0, load()],
      [100, starting],
      [100, waiting],
      [500, { type: 'paused_at_start' }],
      [9_000, starting],
      [9_200, playing],
      [9_300, paused],
    ],
    { startMs: 200, isExitBeforeStart: false },
  ],
  [
    'may not autoplay: neither its start nor leaving it counts',
    [
      [0, load()],
      [0, starting],
      [50, { type: 'autoplay_blocked' }],
      [9_000, look],
    ],
    { startMs: null, isAutoplayBlocked: true, isExitBeforeStart: false },
  ],
  [
    'may not autoplay, and is started by hand',
    [
      [0, load()],
      [0, starting],
      [50, { type: 'autoplay_blocked' }],
      [9_000, starting],
      [9_100, playing],
      [10_100, paused],
    ],
    { startMs: null, isAutoplayBlocked: true, watchedMs: 1_000 },
  ],
  [
    'fails before it starts',
    [
      [0, load()],
      [0, starting],
      [4_000, failed],
      [9_000, look],
    ],
    {
      end: 'failed',
      failure: 'before_start',
      errorName: 'net.retryexhausted',
      errorCode: 5,
      isExitBeforeStart: false,
    },
  ],
  [
    'fails halfway: the stall before it counts, the time after it does not',
    [
      [0, load()],
      [0, starting],
      [1_000, playing],
      [5_000, waiting],
      [9_000, failed],
      [60_000, look],
    ],
    {
      end: 'failed',
      failure: 'mid_stream',
      watchedMs: 4_000,
      rebufferMs: 4_000,
      rebufferPercent: 50,
    },
  ],
  [
    'is live',
    [
      [0, load(false, true)],
      [0, starting],
      [2_000, playing],
      [7_000, waiting],
      [8_000, playing],
      [12_000, look],
    ],
    { isLive: true, startMs: 2_000, watchedMs: 9_000, rebufferCount: 1, rebufferPercent: 10 },
  ],
  [
    'changes its quality and its rate, weighted with the time watched',
    [
      [0, load()],
      [0, levels],
      [0, level('low')],
      [0, starting],
      [1_000, playing],
      [2_000, level('high')],
      [2_500, rate(2)],
      [4_500, waiting],
      [5_000, playing],
      [5_000, paused],
    ],
    { switchCount: 1, averageBitrate: 1_542_857, averageHeight: 583, averageRate: 1.571 },
  ],
])('a playback that %s', (_, script, expected) => {
  expect(play(script).summary).toMatchObject(expected);
});

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
