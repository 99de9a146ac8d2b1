import { beforeEach, expect, test, vi } from 'vitest';
import { playbackState } from '../../../../shared/player/playback-state.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { noticePlaying } from '../../../../src/player/while-playing/notice-playing.ts';
import { makeReading, makeVideo } from '../make-video.ts';

beforeEach(() => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
  return () => vi.unstubAllGlobals();
});

/** An element that waits for data, by its own events. */
function start() {
  const noRanges = { length: 0, start: () => 0, end: () => 0 };
  const element = Object.assign(new EventTarget(), {
    ...{ currentTime: 4, duration: 10, paused: false, ended: false, seeking: false, readyState: 2 },
    ...{ buffered: noRanges, seekable: noRanges },
  });
  const store = createPlayerStore();
  const life = new AbortController();
  store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: false, startSeconds: 0 });
  store.dispatch({ type: 'waiting', media: makeReading({ currentTime: 4 }) });
  noticePlaying(element as unknown as HTMLVideoElement, store, life.signal);
  const report = (name: string, changes: Partial<typeof element> = {}) => {
    Object.assign(element, changes);
    element.dispatchEvent(new Event(name));
    return store.getState().playback;
  };
  return { report, life };
}

test('a video whose time advances plays, whatever its element has reported', () => {
  expect(start().report('timeupdate', { currentTime: 4.25 })).toBe(playbackState.playing);
});

test('time played before the stall is no sign that it continues', () => {
  const { report } = start();
  expect(report('waiting', { currentTime: 4.24 })).toBe(playbackState.buffering);
  expect(report('timeupdate', { currentTime: 4.25 })).toBe(playbackState.buffering);
});

test('a seek is no sign either, nor is the time of a paused video', () => {
  const { report } = start();
  expect(report('timeupdate', { currentTime: 8, seeking: true })).toBe(playbackState.buffering);
  expect(report('seeked', { currentTime: 8, seeking: false })).toBe(playbackState.buffering);
  expect(report('timeupdate', { currentTime: 9, paused: true })).toBe(playbackState.buffering);
});

test('after the player’s end nothing is noticed', () => {
  const { report, life } = start();
  life.abort();
  expect(report('timeupdate', { currentTime: 9 })).toBe(playbackState.buffering);
});
