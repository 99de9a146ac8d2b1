import { beforeEach, describe, expect, test, vi } from 'vitest';
import { watchMediaElement } from '../../../../src/player/state/media-element.ts';
import type { PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { makeVideo } from '../make-video.ts';

beforeEach(() => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_NOTHING: 0, HAVE_FUTURE_DATA: 3 });
  return () => vi.unstubAllGlobals();
});

const rangesTo = (end: number) => ({ length: end > 0 ? 1 : 0, start: () => 0, end: () => end });

function start(isLive = false) {
  const video = makeVideo();
  const store = createPlayerStore();
  store.dispatch({
    type: 'video_changed',
    video: { ...video, videoDetails: { ...video.videoDetails, isLive } },
    isCued: false,
    startSeconds: 0,
  });
  store.dispatch({ type: 'first_frame' });
  const reads: string[] = [];
  const facts = {
    ...{
      currentTime: 4,
      duration: isLive ? Number.POSITIVE_INFINITY : 64,
      paused: false,
      ended: false,
    },
    ...{ readyState: 4, volume: 1, muted: false, playbackRate: 1, seeking: false },
    ...{ buffered: rangesTo(10), seekable: rangesTo(60) },
  };
  const element = Object.defineProperties(
    new EventTarget(),
    Object.fromEntries(
      Object.keys(facts).map((name) => [
        name,
        {
          get() {
            reads.push(name);
            return facts[name as keyof typeof facts];
          },
        },
      ]),
    ),
  );
  const life = new AbortController();
  watchMediaElement(element as HTMLVideoElement, store, life.signal);
  const types: PlayerEvent['type'][] = [];
  store.observe(({ type }) => {
    types.push(type);
    return () => {};
  });
  const report = (name: string, changes: Partial<typeof facts> = {}) => {
    Object.assign(facts, changes);
    reads.length = 0;
    types.length = 0;
    element.dispatchEvent(new Event(name));
    if (name === 'timeupdate') (element as HTMLVideoElement).ontimeupdate?.(new Event(name));
    return { types: [...types], reads: [...reads] };
  };
  return { report, store, life };
}

describe('a video that plays on', () => {
  test('costs only the reading of its time', () => {
    const { report, store } = start();
    const { types, reads } = report('timeupdate', { currentTime: 4.25, buffered: rangesTo(20) });
    expect(types).toEqual(['moved']);
    expect(reads).toEqual(['readyState', 'currentTime']);
    expect(store.getState()).toMatchObject({ currentTime: 4.25, buffered: [] });
  });

  test('reports its buffer when that has changed', () => {
    const { report, store } = start();
    expect(report('progress', { buffered: rangesTo(20) }).types).toEqual(['time']);
    expect(store.getState().buffered).toEqual([{ start: 0, end: 20 }]);
  });

  test('that is live reports the seekable range with its time: the window moves by itself', () => {
    const { report, store } = start(true);
    expect(report('timeupdate', { currentTime: 58, seekable: rangesTo(61) }).types).toEqual([
      'time',
    ]);
    expect(store.getState()).toMatchObject({ currentTime: 58, seekable: { start: 0, end: 61 } });
  });
});

test('a live stream’s catch-up is not a chosen rate, a chosen one is, and so is the same rate of a film', () => {
  const rates = [true, false].map((isLive) => {
    const { report, store } = start(isLive);
    return [1.5, 1.2, 0, 0.5].map((playbackRate) => {
      report('ratechange', { playbackRate });
      return store.getState().playbackRate;
    });
  });
  expect(rates).toEqual([
    [1.5, 1.5, 1.5, 0.5],
    [1.5, 1.2, 1.2, 0.5],
  ]);
});

test('an element whose media was removed reports nothing about the next', () => {
  const { report, store } = start();
  report('timeupdate', { currentTime: 4.25 });
  for (const name of ['timeupdate', 'progress', 'durationchange', 'seeking'])
    expect(report(name, { currentTime: 0, readyState: 0 }).types).toEqual([]);
  expect(store.getState().currentTime).toBe(4.25);
});

test('after the player’s end an element is ignored', () => {
  const { report, life } = start();
  life.abort();
  expect(report('timeupdate', { currentTime: 9 }).types).toEqual([]);
});
