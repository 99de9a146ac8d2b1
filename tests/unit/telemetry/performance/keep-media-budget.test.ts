import { describe, expect, test } from 'vitest';
import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import { createQualityChoice } from '../../../../src/player/session/quality-choice.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import {
  bestWithin,
  createMediaBudget,
  restSecondsOf,
} from '../../../../src/telemetry/performance/keep-media-budget.ts';
import { makeReading, makeVideo } from '../../player/make-video.ts';

const levels = [
  { id: 'lowest', height: 144, bitrate: 40_000 },
  { id: 'low', height: 240, bitrate: 80_000 },
  { id: 'middle', height: 360, bitrate: 160_000 },
  { id: 'high', height: 720, bitrate: 800_000 },
];
/** A video of 64 s at three of its qualities. */
const [highBytes, lowBytes, lowestBytes] = [6_400_000, 640_000, 320_000];

/** A video whose engine plays its highest quality by itself. */
function start() {
  const store = createPlayerStore();
  const life = new AbortController();
  const used: (string | null)[] = [];
  const choice = createQualityChoice(store, null, (id) => used.push(id));
  const budget = createMediaBudget(store, choice, life.signal);
  const lowered: boolean[] = [];
  budget.onChange((hasLowered) => lowered.push(hasLowered));
  const show = (videoId: string) => {
    store.dispatch({
      type: 'video_changed',
      video: makeVideo({ videoId }),
      isCued: false,
      startSeconds: 0,
    });
    store.dispatch({ type: 'qualities', levels });
    store.dispatch({ type: 'changed', changes: { qualityId: 'high' } });
  };
  show('offstage001');
  return {
    store,
    life,
    budget,
    choice,
    show,
    load: (seconds: number) =>
      store.dispatch({
        type: 'time',
        media: makeReading({ buffered: [{ start: 0, end: seconds }] }),
      }),
    play: () => store.dispatch({ type: 'playing', media: makeReading() }),
    stall: () => store.dispatch({ type: 'waiting', media: null }),
    /** The qualities that the engine was given, in order; `null` lets it choose. */
    used,
    fixed: () => store.getState().fixedQualityId,
    changeCount: () => lowered.length,
    loweredCount: () => lowered.filter(Boolean).length,
  };
}

test('the quality is lowered before the budget is exceeded, to the best with which the rest fits', () => {
  const { budget, load, fixed, loweredCount } = start();
  budget.setLimit(highBytes);
  // A tenth is kept, so not all fits.
  expect(fixed()).toBe('middle');
  load(4);
  expect(budget.used()).toBe(80_000);
  expect(loweredCount()).toBe(1);
});

test('a budget in which all fits changes nothing', () => {
  const { budget, load, fixed, loweredCount, changeCount } = start();
  budget.setLimit(highBytes * 2);
  const before = changeCount();
  for (let seconds = 4; seconds <= 64; seconds += 4) load(seconds);
  expect(budget.used()).toBe(highBytes);
  expect(fixed()).toBeNull();
  expect(loweredCount()).toBe(0);
  expect(changeCount() - before).toBe(16);
});

test('with a budget that nothing fits, the lowest quality plays', () => {
  const { budget, load, fixed } = start();
  budget.setLimit(lowestBytes / 10);
  load(1);
  expect(fixed()).toBe('lowest');
});

test('what was loaded before the host declared its budget counts too', () => {
  const { budget, load, fixed } = start();
  load(4);
  expect(budget.used()).toBeNull();
  budget.setLimit(lowBytes);
  expect(budget.used()).toBe(400_000);
  expect(fixed()).toBe('lowest');
});

test('a quality that the viewer has chosen stays, whatever it takes', () => {
  const { budget, choice, load, fixed } = start();
  choice.setQuality('high');
  budget.setLimit(lowBytes);
  load(4);
  expect(fixed()).toBe('high');
});

test('a quality that the viewer chooses after it was lowered stays, also when the budget goes', () => {
  const { budget, choice, load, show, used } = start();
  budget.setLimit(lowBytes);
  load(4);
  choice.setQuality('high');
  load(8);
  budget.setLimit(null);
  show('offstage002');
  expect(used).toEqual(['lowest', 'high']);
});

test('without a budget the engine chooses again', () => {
  const { budget, load, fixed } = start();
  budget.setLimit(lowBytes);
  load(4);
  budget.setLimit(null);
  expect(fixed()).toBeNull();
  expect(budget.used()).toBeNull();
});

test('the next video begins with the engine’s choice, and what is left of the budget', () => {
  const { budget, load, show, used } = start();
  budget.setLimit(highBytes / 2);
  load(4);
  show('offstage002');
  expect(used).toEqual(['middle', null, 'middle']);
  load(30);
  expect(budget.used()).toBe(680_000);
});

test('a stall at a lowered quality lowers it once more, once a stall', () => {
  const { budget, load, play, stall, store, fixed } = start();
  budget.setLimit(highBytes / 2);
  load(4);
  store.dispatch({ type: 'first_frame' });
  play();
  expect(fixed()).toBe('middle');
  stall();
  expect(fixed()).toBe('low');
  load(5);
  expect(fixed()).toBe('low');
  play();
  stall();
  expect(fixed()).toBe('lowest');
});

test('a stall at a quality of the engine’s choice is the engine’s matter', () => {
  const { budget, play, stall, fixed } = start();
  budget.setLimit(highBytes * 2);
  play();
  stall();
  expect(fixed()).toBeNull();
});

test('waiting for a seek or for the first frame lowers nothing', () => {
  const { budget, load, play, stall, store, fixed } = start();
  budget.setLimit(highBytes / 2);
  stall();
  expect(fixed()).toBe('middle');
  store.dispatch({ type: 'first_frame' });
  play();
  store.dispatch({ type: 'seeking', media: makeReading({ currentTime: 40 }) });
  stall();
  load(4);
  expect(fixed()).toBe('middle');
});

test('what the next video loads before its quality is known counts too', () => {
  const { budget, load, store } = start();
  budget.setLimit(2 * highBytes);
  load(4);
  const video = makeVideo({ videoId: 'offstage002' });
  store.dispatch({ type: 'video_changed', video, isCued: false, startSeconds: 0 });
  load(4);
  store.dispatch({ type: 'qualities', levels });
  store.dispatch({ type: 'changed', changes: { qualityId: 'high' } });
  expect(budget.used()).toBe(800_000);
});

test('without a budget nothing follows the video’s time', () => {
  const { budget, store, life } = start();
  expect(store.followers.size).toBe(0);
  budget.setLimit(1);
  expect(store.followers.size).toBe(1);
  budget.setLimit(null);
  expect(store.followers.size).toBe(0);
  budget.setLimit(1);
  life.abort();
  expect(store.followers.size).toBe(0);
});

describe('the best quality within a number of bytes', () => {
  test('is the one with which all seconds fit', () => {
    expect(bestWithin(levels, 20_000 * 10, 10)?.id).toBe('middle');
    expect(bestWithin(levels, 20_000 * 10 - 1, 10)?.id).toBe('low');
  });

  test('is the lowest if none fits, and unknown without bitrates', () => {
    expect(bestWithin(levels, -5, 10)?.id).toBe('lowest');
    expect(bestWithin([{ id: 'file', height: 720, bitrate: 0 }], 5, 10)).toBeUndefined();
  });
});

describe('the rest of a video', () => {
  const position = { isLive: false, duration: 64, currentTime: 10, buffered: [] };

  test('begins where the buffer ends in which it plays', () => {
    const buffered = [
      { start: 0, end: 20 },
      { start: 40, end: 50 },
    ];
    expect(restSecondsOf({ ...position, buffered })).toBe(44);
    expect(restSecondsOf(position)).toBe(54);
  });

  test('of a live stream, or of one that is not known yet, is assumed', () => {
    const { liveRestSec } = performanceLimits;
    expect(restSecondsOf({ ...position, isLive: true })).toBe(liveRestSec);
    expect(restSecondsOf({ ...position, duration: 0 })).toBe(liveRestSec);
  });
});
