import { expect, test } from 'vitest';
import { err } from '../../../../shared/tools/result.ts';
import { makeVideo } from '../make-video.ts';
import { playableVideo, startTestController } from './start-test-controller.ts';

const needy = (videoId = 'offstage001') =>
  makeVideo(
    { videoId, title: 'Only here' },
    {
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', needsLocation: true },
      posterUrl: '/p.jpg',
    },
  );

test('a video that needs a position is on stage like a cued one, and plays once the position is known', async () => {
  const { controller, store, locating, video, act, states } = startTestController();
  controller.showVideo(needy(), 'cue');
  expect(store.getState()).toMatchObject({
    title: 'Only here',
    playback: 5,
    error: null,
    isPlayRequested: false,
  });
  expect(video.poster).toBe('/p.jpg');
  expect(locating).toHaveLength(1);
  await act(() => controller.play());
  expect(store.getState().isPlayRequested).toBe(true);
  await locating[0]?.answer();
  await act(() => video.open());
  expect(states.at(-1)).toBe(1);
});

test('a video that was to play starts by itself, from its start', async () => {
  const { controller, store, locating, video, act } = startTestController();
  controller.showVideo(needy(), 'load', {
    startSeconds: 20,
    endSeconds: null,
    suggestedHeight: null,
  });
  expect(store.getState()).toMatchObject({ playback: -1, isPlayRequested: true, currentTime: 20 });
  await locating[0]?.answer();
  await act(() => video.open());
  expect(video.currentTime).toBe(20);
  expect(store.getState().playback).toBe(1);
});

test('the services’ answer is shown, and so is the lack of services', async () => {
  const { controller, store, locating } = startTestController();
  controller.showVideo(needy(), 'cue');
  const refused = makeVideo(
    {},
    { playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth.location.denied' } },
  );
  await locating[0]?.answer({ ok: true, value: refused });
  expect(store.getState().error).toEqual({ name: 'auth.location.denied', message: null });
  controller.showVideo(needy(), 'cue');
  await locating[1]?.answer(err('UNKNOWN_ERROR', 'the script did not come'));
  expect(store.getState().error).toEqual({ name: 'net.retryexhausted', message: null });
});

test('another video takes over; the answer for the first is ignored', async () => {
  const { controller, store, locating, onStage } = startTestController();
  controller.showVideo(needy(), 'load');
  expect(locating[0]?.isAwaited()).toBe(true);
  controller.showVideo(playableVideo('offstage002'), 'cue');
  expect(locating[0]?.isAwaited()).toBe(false);
  await locating[0]?.answer();
  expect(onStage()).toBe('offstage002');
  expect(store.getState().playback).toBe(5);
});

test('any number of videos may wait for a position, and the next one is still requested', async () => {
  const { controller, waiting, locating, onStage, act } = startTestController({
    answersItself: false,
  });
  for (const videoId of ['offstage001', 'offstage002', 'offstage003']) {
    await act(() => controller.showVideoById(videoId, 'load'));
    await waiting.at(-1)?.answer({ ok: true, value: needy(videoId) });
  }
  expect(locating).toHaveLength(3);
  await act(() => controller.showVideoById('offstage004', 'cue'));
  await waiting.at(-1)?.answer();
  expect(onStage()).toBe('offstage004');
});

test('a preloaded video does not ask for the position', async () => {
  const { controller, waiting, locating, act, asked } = startTestController({
    answersItself: false,
  });
  await act(() => controller.preloadVideo('offstage002'));
  await waiting[0]?.answer({ ok: true, value: needy('offstage002') });
  expect(locating).toEqual([]);
  await act(() => controller.showVideoById('offstage002', 'cue'));
  expect(locating).toHaveLength(1);
  expect(asked).toEqual(['offstage002']);
});
