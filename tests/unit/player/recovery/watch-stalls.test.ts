import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import { watchStalls } from '../../../../src/player/recovery/watch-stalls.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { makeReading, makeVideo } from '../make-video.ts';

const { checkEveryMs, checkMovingMs } = recoveryLimits;
const rangesTo = (end: number) => ({ length: 1, start: () => 0, end: () => end });

describe('a video that should play', () => {
  let store: PlayerStore;
  let clock: FakeClock;
  let looks: number[];
  let video: { currentTime: number; seeking: boolean };
  let isMoving: boolean;
  let stop: () => void;
  const onStall = vi.fn();

  beforeEach(() => {
    vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
    store = createPlayerStore();
    clock = createFakeClock(0);
    looks = [];
    isMoving = true;
    onStall.mockReset();
    const setTimer = clock.setTimer.bind(clock);
    clock.setTimer = (callback, ms) =>
      setTimer(() => {
        looks.push(clock.now());
        if (isMoving) video.currentTime += ms / 1_000;
        callback();
      }, ms);
    const seekable = rangesTo(600);
    video = Object.assign(Object.create(null), {
      ...{ currentTime: 10, duration: 600, playbackRate: 1, readyState: 4 },
      ...{ seeking: false, paused: false, ended: false, buffered: rangesTo(600), seekable },
    });
    store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: false, startSeconds: 0 });
    store.dispatch({ type: 'playing', media: makeReading({ currentTime: 10 }) });
    stop = watchStalls({ video: video as HTMLVideoElement, store, clock, onStall });
    return () => {
      stop();
      vi.unstubAllGlobals();
    };
  });

  test('that moves is checked rarely', () => {
    clock.advance(checkEveryMs + 5 * checkMovingMs);
    expect(looks).toEqual([0, 1, 2, 3, 4, 5].map((times) => checkEveryMs + times * checkMovingMs));
  });

  test('that stands without a waiting event is checked often, and nudged', () => {
    clock.advance(checkEveryMs);
    isMoving = false;
    clock.advance(checkMovingMs);
    // At this check it has stood for long enough.
    expect(video.currentTime).toBeCloseTo(12.1);
    clock.advance(3 * checkEveryMs);
    const waits = looks.slice(1).map((atMs, index) => atMs - (looks[index] ?? 0));
    expect(waits).toEqual([checkMovingMs, checkEveryMs, checkEveryMs, checkEveryMs]);
  });

  test('that waits for a paused sender is left alone, and checked again when the sender is back', () => {
    isMoving = false;
    store.dispatch({ type: 'waiting', media: makeReading({ currentTime: 10 }) });
    store.dispatch({ type: 'changed', changes: { isSenderPaused: true } });
    clock.advance(20 * checkMovingMs);
    expect([looks, onStall.mock.calls]).toEqual([[], []]);
    store.dispatch({ type: 'changed', changes: { isSenderPaused: false } });
    clock.advance(checkEveryMs);
    expect(looks).toHaveLength(1);
  });

  test('that reports that it waits is checked soon', () => {
    clock.advance(checkEveryMs);
    isMoving = false;
    store.dispatch({ type: 'waiting', media: makeReading({ currentTime: 12 }) });
    clock.advance(checkEveryMs);
    expect(looks).toEqual([checkEveryMs, 2 * checkEveryMs]);
  });

  test.each([
    [
      'paused',
      () =>
        store.dispatch({ type: 'paused', media: makeReading({ currentTime: 12, isPaused: true }) }),
    ],
    [
      'marked as failed',
      () => store.dispatch({ type: 'failed', error: { name: 'fmt.decode', message: null } }),
    ],
    ['gone', () => stop()],
  ])('leaves no timer once it is %s', (_, rest) => {
    clock.advance(checkEveryMs);
    rest();
    expect(clock.timerCount).toBe(0);
  });
});
