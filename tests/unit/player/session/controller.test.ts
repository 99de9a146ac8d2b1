import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { err } from '../../../../shared/tools/result.ts';
import { settlePromises } from '../../fake-clock.ts';
import { playableVideo, startTestController } from '../start-test-controller.ts';

const [a, b] = ['offstage001', 'offstage002'] as const;

describe('a video that the API describes', () => {
  test('empties the stage at once and is shown when its description arrives', async () => {
    const { controller, store, show, waiting } = startTestController({ answersItself: false });
    await show(a, 'cue');
    controller.showVideoById(b, 'cue');
    expect(store.getState()).toMatchObject({
      videoId: b,
      title: '',
      duration: 0,
      playback: states.unstarted,
    });
    await waiting[0]?.answer();
    expect(store.getState()).toMatchObject({
      videoId: b,
      title: `Video ${b}`,
      playback: states.cued,
    });
  });

  test('is shown if it was requested last, whatever the order of the answers', async () => {
    const { controller, store, waiting } = startTestController({ answersItself: false });
    controller.showVideoById(a, 'cue');
    controller.showVideoById(b, 'cue');
    await waiting[1]?.answer();
    await waiting[0]?.answer();
    expect(store.getState().title).toBe(`Video ${b}`);
  });

  test('costs the API three requests when it is the last of a thousand requested at once', async () => {
    const { controller, store, asked, waiting } = startTestController({ answersItself: false });
    const ids = Array.from(
      { length: 1_000 },
      (_, index) => `video${String(index).padStart(6, '0')}`,
    );
    for (const id of ids) controller.showVideoById(id, 'load');
    await settlePromises();
    expect(asked).toEqual(ids.slice(0, 2));
    await waiting[0]?.answer();
    await waiting[1]?.answer();
    await waiting[2]?.answer();
    expect(asked).toEqual([...ids.slice(0, 2), ids.at(-1)]);
    expect(store.getState().title).toBe(`Video ${ids.at(-1)}`);
  });

  test('does not come back when another one was given meanwhile', async () => {
    const { controller, onStage, show, waiting } = startTestController({ answersItself: false });
    controller.showVideoById(a, 'load');
    await show(b, 'cue');
    await waiting[0]?.answer();
    expect(onStage()).toBe(b);
  });

  test.each(['', 'short', 'twelve_chars', 'offstage 01'])(
    'with the id %j is an error without a request',
    async (id) => {
      const { controller, store, asked } = startTestController();
      controller.showVideoById(id, 'load');
      expect(store.getState().error?.name).toBe('api.invalidparam');
      expect(asked).toEqual([]);
    },
  );

  test('that does not arrive is a network error', async () => {
    const { controller, store, waiting } = startTestController({ answersItself: false });
    controller.showVideoById(a, 'load');
    await waiting[0]?.answer(err('TIMED_OUT', ''));
    expect(store.getState()).toMatchObject({
      error: { name: 'net.retryexhausted' },
      isPlayRequested: false,
    });
  });

  test('that was preloaded is not requested again', async () => {
    const { controller, asked, onStage, act } = startTestController();
    await act(
      () => controller.preloadVideo(a),
      () => controller.preloadVideo('no id'),
      () => controller.showVideoById(a, 'cue'),
    );
    expect(asked).toEqual([a]);
    expect(onStage()).toBe(a);
    // A description expires.
    await act(() => controller.showVideoById(a, 'cue'));
    expect(asked).toEqual([a, a]);
  });

  test('whose preload is pending is requested once', async () => {
    const { controller, asked, store, waiting } = startTestController({ answersItself: false });
    controller.preloadVideo(a);
    controller.showVideoById(a, 'cue');
    await settlePromises();
    expect(asked).toEqual([a]);
    await waiting[0]?.answer();
    expect(store.getState()).toMatchObject({ title: `Video ${a}`, playback: states.cued });
    expect(asked).toEqual([a]);
  });

  test('whose preload failed is requested again', async () => {
    const { controller, asked, store, waiting } = startTestController({ answersItself: false });
    controller.preloadVideo(a);
    controller.showVideoById(a, 'cue');
    await waiting[0]?.answer(err('TIMED_OUT', ''));
    await waiting[1]?.answer();
    expect(asked).toEqual([a, a]);
    expect(store.getState()).toMatchObject({ title: `Video ${a}`, error: null });
  });

  test('whose preload waits in the queue is requested at once', async () => {
    const { controller, asked, store, waiting } = startTestController({ answersItself: false });
    controller.preloadVideo(a);
    controller.preloadVideo(b);
    controller.showVideoById(b, 'cue');
    await waiting[1]?.answer();
    expect(asked).toEqual([a, b]);
    expect(store.getState().title).toBe(`Video ${b}`);
  });
});

describe('seeking', () => {
  test('starts a cued video', async () => {
    const { controller, video, states: seen, show, act } = startTestController();
    await show(a, 'cue');
    await act(() => controller.seekTo(20));
    expect(video).toMatchObject({ currentTime: 20, paused: false });
    expect(seen).toEqual([states.cued, states.unstarted, states.buffering, states.playing]);
  });

  test('leaves a paused video paused', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load');
    await act(
      () => controller.pause(),
      () => controller.seekTo(20),
    );
    expect(video).toMatchObject({ currentTime: 20, paused: true });
    expect(store.getState()).toMatchObject({ playback: states.paused, currentTime: 20 });
  });

  test('starts a video that has ended', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load');
    await act(
      () => video.playToEnd(),
      () => controller.seekTo(20),
    );
    expect(video).toMatchObject({ currentTime: 20, paused: false });
    expect(store.getState().playback).toBe(states.playing);
  });

  test.each([
    [25, true, 25],
    [25, false, 0],
    [5, false, 5],
    [10, false, 10],
    [-3, true, 0],
    [500, true, 64],
    [Number.NaN, true, 0],
    [Number.POSITIVE_INFINITY, true, 0],
  ])(
    'to %d, ahead of the buffer allowed: %s, with 10 s of 64 loaded, goes to %d',
    async (to, isAllowed, expected) => {
      const { controller, video, show, act } = startTestController();
      await show(a, 'load');
      await act(
        () => video.loadTo(10),
        () => controller.seekTo(to, isAllowed),
      );
      expect(video.currentTime).toBe(expected);
    },
  );

  test('by the property of a media element does not start the video', async () => {
    const { controller, video, show, act } = startTestController();
    await show(a, 'cue');
    await act(() => controller.setCurrentTime(20));
    expect(video).toMatchObject({ currentTime: 20, paused: true });
  });

  test.each([0, 5])(
    'before the media arrives goes there once it has, also in a video that starts at %i',
    async (startSeconds) => {
      const { controller, video, act } = startTestController();
      controller.showVideo(playableVideo(a), 'cue', {
        startSeconds,
        endSeconds: null,
        suggestedHeight: null,
      });
      await act(
        () => controller.seekTo(20),
        () => video.open(),
      );
      expect(video.currentTime).toBe(20);
    },
  );
});

describe('sound and rate', () => {
  test.each([
    [30, 30],
    [30.9, 30],
    [-5, 0],
    [400, 100],
    [Number.POSITIVE_INFINITY, 100],
    [Number.NaN, 77],
  ])('a volume of %d becomes %d', (volume, expected) => {
    const { controller, video } = startTestController();
    video.volume = 0.77;
    controller.setVolume(volume);
    expect(Math.round(video.volume * 100)).toBe(expected);
  });

  test.each([
    [0, 5],
    [4, 5],
    [5, 5],
    [40, 40],
  ])('unmuting at the volume %d makes it %d', (volume, expected) => {
    const { controller, video } = startTestController();
    controller.setVolume(volume);
    controller.mute();
    expect(video.muted).toBe(true);
    controller.unMute();
    expect(video.muted).toBe(false);
    expect(Math.round(video.volume * 100)).toBe(expected);
  });

  test.each([
    [1, 1],
    [1.9, 1.75],
    [0.4, 0.5],
    [5, 2],
    [0.01, 0.25],
    [1.25, 1.25],
    [0, 1.5],
    [-1, 1.5],
    [Number.NaN, 1.5],
    [Number.POSITIVE_INFINITY, 1.5],
  ])('a rate of %d becomes %d', (rate, expected) => {
    const { controller, video } = startTestController();
    controller.setPlaybackRate(1.5);
    controller.setPlaybackRate(rate);
    expect(video).toMatchObject({ playbackRate: expected, defaultPlaybackRate: expected });
  });

  test('captions in a language that the video lacks are off, and an unknown size is ignored', () => {
    const { controller, store } = startTestController();
    controller.setCaptionsFontSize(2);
    controller.setCaptionsFontSize(7);
    controller.setCaptions('xx');
    expect(store.getState()).toMatchObject({ captionsFontSize: 2, captionsLanguage: null });
  });
});

test('a stopped video waits at its first picture', async () => {
  const { controller, video, store, show, act } = startTestController();
  await show(a, 'load');
  await act(
    () => video.playTo(20),
    () => controller.stop(),
  );
  expect(store.getState()).toMatchObject({
    playback: states.cued,
    currentTime: 0,
    isPlayRequested: false,
  });
  expect(video.paused).toBe(true);
});
