import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { startTestController } from './start-test-controller.ts';

const a = 'offstage001';

describe('a part of a video', () => {
  test('stops at its end', async () => {
    const { video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    expect(video.currentTime).toBe(5);
    await act(
      () => video.playTo(8.9),
      () => video.playTo(9.1),
    );
    expect(store.getState().playback).toBe(states.ended);
    expect(video.paused).toBe(true);
  });

  test('that loops starts again at its start', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    await act(
      () => controller.setLoop(true),
      () => video.playTo(9.1),
    );
    expect(video).toMatchObject({ currentTime: 5, paused: false });
    expect(store.getState().playback).toBe(states.playing);
  });

  test('continues after a seek beyond it', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { endSeconds: 9 });
    await act(
      () => controller.seekTo(20),
      () => video.playTo(21),
    );
    expect(store.getState().playback).toBe(states.playing);
  });

  // On a busy page events come late, and the video has moved on by then.
  test('ends when the end was passed before the seek into it was over', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    video.addEventListener('seeking', () => video.playUnseenTo(9.1), { once: true });
    await act(() => {
      controller.seekTo(7);
      video.goOn();
    });
    expect(video.paused).toBe(true);
    expect(store.getState().playback).toBe(states.ended);
  });

  test('ends when a stall reveals that its end was passed', async () => {
    const { video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    await act(
      () => video.playTo(8.9),
      () => {
        video.playUnseenTo(9.1);
        video.stall();
      },
    );
    expect(store.getState().playback).toBe(states.buffering);
    await act(() => video.goOn());
    expect(store.getState().playback).toBe(states.ended);
  });

  test('ends when it is paused beyond its end and played again', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    await act(() => {
      controller.pause();
      video.playUnseenTo(9.1);
    });
    expect(store.getState().playback).toBe(states.paused);
    await act(controller.play);
    expect(store.getState().playback).toBe(states.ended);
  });

  test('continues for a seek beyond it that an older event reveals first', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { endSeconds: 9 });
    await act(() => {
      video.playTo(5);
      controller.seekTo(20);
    });
    expect(store.getState()).toMatchObject({ playback: states.playing, currentTime: 20 });
  });

  test('does not end for a seek beyond it while its media is loaded again', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { endSeconds: 9 });
    await act(
      () => video.load(),
      () => controller.seekTo(20),
    );
    expect(store.getState()).toMatchObject({ playback: states.playing, currentTime: 20 });
  });

  test('continues beyond its end when the browser’s own controls play it', async () => {
    const { video, store, show, act } = startTestController();
    await show(a, 'load', { startSeconds: 5, endSeconds: 9 });
    await act(
      () => video.playTo(9.1),
      () => void video.play(),
      () => video.playTo(9.4),
    );
    expect(store.getState()).toMatchObject({ playback: states.playing, currentTime: 9.4 });
  });

  test('ends for a seek back into it', async () => {
    const { controller, video, store, show, act } = startTestController();
    await show(a, 'load', { endSeconds: 9 });
    await act(
      () => controller.seekTo(20),
      () => video.playTo(21),
      () => controller.seekTo(8),
      () => video.playTo(9.1),
    );
    expect(store.getState().playback).toBe(states.ended);
  });
});
