import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { playableVideo, startTestController } from './start-test-controller.ts';

const a = 'offstage001';

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
