import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlayerState } from '../../../../src/player/state/player-state.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { restTime } from '../../../../src/player/while-playing/rest-time.ts';
import { watchPageLoad } from '../../../../src/ui/panels/stats/page-load.ts';
import { makeReading, makeVideo } from '../make-video.ts';

describe('the time of a playing video', () => {
  const receive = vi.fn();
  let store: PlayerStore;
  let video: {
    currentTime: number;
    seeking: boolean;
    readyState: number;
    ontimeupdate: unknown;
    played: TimeRanges;
  };

  function start({
    isLive = false,
    life = new AbortController(),
    before = (_: PlayerStore) => {},
  } = {}) {
    store = createPlayerStore();
    video = {
      currentTime: 4,
      seeking: false,
      readyState: 4,
      ontimeupdate: receive,
      played: ranges([4, 4]),
    };
    const response = makeVideo();
    const videoDetails = { ...response.videoDetails, isLive };
    store.dispatch({
      ...{ type: 'video_changed', video: { ...response, videoDetails } },
      ...{ isCued: false, startSeconds: 0 },
    });
    store.dispatch({ type: 'playing', media: makeReading({ currentTime: 4 }) });
    before(store);
    restTime(video as unknown as HTMLVideoElement, store, life.signal);
    return life;
  }
  const ranges = (...list: [number, number][]) =>
    ({
      length: list.length,
      start: (index: number) => list[index]?.[0],
      end: (index: number) => list[index]?.[1],
    }) as TimeRanges;
  const isReceived = () => video.ontimeupdate !== null;

  beforeEach(() => receive.mockReset());

  test('is listened to while a subscriber follows it, and not longer', () => {
    start();
    expect(isReceived()).toBe(false);
    const stops = [store.subscribe(() => {}, true), store.subscribe(() => {}, true)];
    store.subscribe(() => {});
    expect(isReceived()).toBe(true);
    stops[0]?.();
    expect(isReceived()).toBe(true);
    stops[1]?.();
    expect(isReceived()).toBe(false);
  });

  test('is not listened to any more once an earlier subscriber stops', () => {
    let stop = () => {};
    start({
      before(known) {
        stop = known.subscribe(() => {}, true);
      },
    });
    expect(video.ontimeupdate).toBe(receive);
    stop();
    expect(isReceived()).toBe(false);
  });

  test('is exact for readers of the state, and notifies no listener', () => {
    start();
    const listener = vi.fn();
    store.subscribe(listener);
    video.currentTime = 9.5;
    expect(store.getState().currentTime).toBe(9.5);
    expect(listener).not.toHaveBeenCalled();
  });

  test('is the video’s, not the element’s, during a seek and without media', () => {
    start();
    Object.assign(video, { currentTime: 50, seeking: true });
    expect(store.getState().currentTime).toBe(4);
    Object.assign(video, { currentTime: 0, seeking: false, readyState: 0 });
    expect(store.getState().currentTime).toBe(4);
  });

  test('is up to date before a seek that the browser has made itself', () => {
    start();
    const seen: [PlayerState, PlayerState][] = [];
    store.subscribe((...states) => seen.push(states));
    Object.assign(video, { currentTime: 50, seeking: true, played: ranges([0, 1], [3, 9.5]) });
    store.dispatch({ type: 'seeking', media: makeReading({ currentTime: 50 }) });
    expect(seen.map((states) => states.map(({ currentTime }) => currentTime))).toEqual([[50, 9.5]]);
    // A second seek before the first has arrived: nothing was played in between.
    Object.assign(video, { currentTime: 20 });
    store.dispatch({ type: 'seeking', media: makeReading({ currentTime: 20 }) });
    expect(seen.at(-1)?.map(({ currentTime }) => currentTime)).toEqual([20, 50]);
  });

  test('reaches listeners before a seek also when statistics opened before playback and closed during it', () => {
    const statistics = new AbortController();
    start({ before: (known) => watchPageLoad(known, statistics.signal) });
    statistics.abort();
    const positions: number[] = [];
    store.subscribe((_, previous) => positions.push(previous.currentTime));
    Object.assign(video, { currentTime: 50, seeking: true, played: ranges([3, 9.5]) });
    store.dispatch({ type: 'seeking', media: makeReading({ currentTime: 50 }) });
    expect(positions).toEqual([9.5]);
  });

  test('is reported with a change that ends it', () => {
    start();
    const seen: [PlayerState, PlayerState][] = [];
    store.subscribe((...states) => seen.push(states));
    video.currentTime = 9.5;
    store.dispatch({ type: 'failed', error: { name: 'fmt.decode', message: null } });
    video.currentTime = 11;
    store.dispatch({
      ...{ type: 'video_requested', videoId: 'offstage002', playlist: null },
      ...{ isCued: false, startSeconds: 0 },
    });
    expect(seen.map((states) => states.map(({ currentTime }) => currentTime))).toEqual([
      [9.5, 9.5],
      [0, 11],
    ]);
  });

  test('of a live stream is always listened to: its seekable range moves with it', () => {
    start({ isLive: true });
    expect(isReceived()).toBe(true);
  });

  test('is no longer updated after the player’s end', () => {
    const life = start();
    const stop = store.subscribe(() => {}, true);
    life.abort();
    stop();
    expect(isReceived()).toBe(true);
  });
});
