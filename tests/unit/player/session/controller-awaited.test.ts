import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import type { Controller } from '../../../../src/player/session/controller.ts';
import { startTestController } from './start-test-controller.ts';

const [a, b] = ['offstage001', 'offstage002'] as const;

describe('a requested video whose description is pending', () => {
  test.each<[string, 'cue' | 'load', (controller: Controller) => void, boolean, number]>([
    ['to be cued and then played, plays', 'cue', (controller) => controller.play(), true, 5],
    [
      'to be loaded and then stopped, waits at its beginning',
      'load',
      (controller) => controller.stop(),
      false,
      0,
    ],
    [
      'to be cued and then sought, plays from there',
      'cue',
      (controller) => controller.seekTo(20),
      true,
      20,
    ],
    [
      'to be cued and then sought before its beginning, plays from its beginning',
      'cue',
      (controller) => controller.seekTo(-3),
      true,
      0,
    ],
    [
      'to be cued and then set to a time, waits there',
      'cue',
      (controller) => controller.setCurrentTime(20),
      false,
      20,
    ],
    [
      'to be loaded and then set to an invalid time, plays',
      'load',
      (controller) => controller.setCurrentTime(Number.NaN),
      true,
      5,
    ],
  ])('%s', async (_, start, command, isPlaying, seconds) => {
    const { controller, store, video, waiting, act } = startTestController({
      answersItself: false,
    });
    controller.showVideoById(a, start, {
      startSeconds: 5,
      endSeconds: null,
      suggestedHeight: null,
    });
    command(controller);
    expect(store.getState()).toMatchObject({
      isPlayRequested: isPlaying,
      currentTime: seconds,
      videoId: a,
    });
    await waiting[0]?.answer();
    await act(() => video.open());
    expect(video).toMatchObject({ paused: !isPlaying, currentTime: seconds });
    expect(store.getState().playback).toBe(isPlaying ? states.playing : states.cued);
  });

  test.each<[string, (controller: Controller) => void, number]>([
    ['is paused at its start', (controller) => controller.pause(), 5],
    [
      'stays paused when it is sought',
      (controller) => {
        controller.pause();
        controller.seekTo(20);
      },
      20,
    ],
  ])('to be loaded and then paused, %s', async (_, command, seconds) => {
    const { controller, store, video, waiting, act } = startTestController({
      answersItself: false,
    });
    controller.showVideoById(a, 'load', {
      startSeconds: 5,
      endSeconds: null,
      suggestedHeight: null,
    });
    command(controller);
    expect(store.getState().isPlayRequested).toBe(false);
    await waiting[0]?.answer();
    await act(() => video.open());
    expect(video).toMatchObject({ paused: true, currentTime: seconds });
    expect(store.getState()).toMatchObject({ playback: states.paused, isPlayRequested: false });
  });

  test('keeps its start when a seek comes while it is still pending', async () => {
    const { controller, store, video, waiting, act } = startTestController({
      answersItself: false,
    });
    controller.showVideoById(a, 'load', { startSeconds: 5, endSeconds: 30, suggestedHeight: null });
    controller.seekTo(20);
    await waiting[0]?.answer();
    await act(
      () => video.open(),
      () => video.playTo(30.1),
    );
    expect(store.getState().playback).toBe(states.ended);
    await act(() => controller.play());
    expect(video.currentTime).toBe(5);
  });

  test('keeps its requested end', async () => {
    const { controller, store, video, waiting, act } = startTestController({
      answersItself: false,
    });
    controller.showVideoById(a, 'cue', { startSeconds: 5, endSeconds: 9, suggestedHeight: null });
    controller.seekTo(7);
    await waiting[0]?.answer();
    await act(
      () => video.open(),
      () => video.playTo(9.1),
    );
    expect(store.getState().playback).toBe(states.ended);
  });

  test('is no longer pending once it is there: a pause keeps its time', async () => {
    const { controller, store, video, waiting, act } = startTestController({
      answersItself: false,
    });
    controller.showVideoById(a, 'load', {
      startSeconds: 5,
      endSeconds: null,
      suggestedHeight: null,
    });
    await waiting[0]?.answer();
    await act(
      () => video.open(),
      () => video.playTo(20),
    );
    controller.pause();
    expect(store.getState().currentTime).toBe(20);
    await act(() => {});
    expect(store.getState()).toMatchObject({
      playback: states.paused,
      currentTime: 20,
      isPlayRequested: false,
    });
  });

  test('is not changed by commands to the one before', async () => {
    const { controller, video, waiting, act } = startTestController({ answersItself: false });
    controller.showVideoById(a, 'cue');
    controller.play();
    controller.showVideoById(b, 'cue');
    await waiting[0]?.answer();
    await waiting[1]?.answer();
    await act(() => video.open());
    expect(video.paused).toBe(true);
  });
});

test('a requested list that is shuffled meanwhile is shuffled when it arrives', async () => {
  const { controller, store, lists, act } = startTestController({ random: () => 0 });
  const videoIds = ['offstage001', 'offstage002', 'offstage003'];
  lists.set('PL1', { playlistId: 'PL1', title: '', videoIds });
  await act(() => {
    controller.showPlaylistById({ listId: 'PL1', listType: 'playlist' }, 0, 'cue');
    controller.setShuffle(true);
  });
  expect(store.getState().playlist?.videoIds).toEqual([
    'offstage001',
    'offstage003',
    'offstage002',
  ]);
});

test('commands on an empty stage have no effect', () => {
  const { controller, store } = startTestController();
  const before = store.getState();
  controller.play();
  controller.pause();
  controller.seekTo(5);
  controller.setCurrentTime(5);
  controller.stop();
  expect(store.getState()).toBe(before);
});
