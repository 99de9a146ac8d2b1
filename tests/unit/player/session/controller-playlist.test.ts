import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { startTestController } from './start-test-controller.ts';

const [a, b, c] = ['offstage001', 'offstage002', 'offstage003'] as const;

describe('a playlist', () => {
  test('advances automatically and ends with its last video', async () => {
    const { video, store, onStage, showList, act } = startTestController();
    await showList(a, b);
    await act(() => video.playToEnd());
    expect(onStage()).toBe(b);
    await act(
      () => video.open(),
      () => video.playToEnd(),
    );
    expect(store.getState()).toMatchObject({
      videoId: b,
      playback: states.ended,
      playlist: { index: 1 },
    });
  });

  test('that has ended starts again with its first video when it is played', async () => {
    const { controller, video, onStage, showList, act } = startTestController();
    await showList(a, b);
    await act(
      () => controller.nextVideo(),
      () => video.open(),
      () => video.playToEnd(),
      () => controller.play(),
    );
    expect(onStage()).toBe(a);
  });

  test('ends when the host requests the next after the last', async () => {
    const { controller, video, store, showList, act } = startTestController();
    await showList(a);
    await act(() => controller.nextVideo());
    expect(store.getState()).toMatchObject({ videoId: a, playback: states.ended });
    expect(video.paused).toBe(true);
  });

  test('starts its first video again when the host requests the one before', async () => {
    const { controller, video, onStage, asked, showList, act } = startTestController();
    await showList(a, b);
    await act(
      () => video.playTo(20),
      () => controller.previousVideo(),
    );
    expect([onStage(), video.currentTime, video.paused, asked]).toEqual([a, 0, false, [a]]);
  });

  test('that loops goes round both ways and automatically', async () => {
    const { controller, video, onStage, showList, act } = startTestController();
    await showList(a, b);
    await act(
      () => controller.setLoop(true),
      () => controller.previousVideo(),
    );
    expect(onStage()).toBe(b);
    await act(
      () => video.open(),
      () => video.playToEnd(),
    );
    expect(onStage()).toBe(a);
  });

  test('that loops over a single video plays it again without a request', async () => {
    const { controller, video, store, asked, showList, act } = startTestController();
    await showList(a);
    await act(
      () => controller.setLoop(true),
      () => video.playToEnd(),
    );
    expect(video).toMatchObject({ currentTime: 0, paused: false });
    expect(store.getState().playback).toBe(states.playing);
    expect(asked).toEqual([a]);
  });

  test('that names a video twice plays it twice', async () => {
    const { video, store, showList, act } = startTestController();
    await showList(a, a, b);
    await act(() => video.playToEnd());
    expect(store.getState()).toMatchObject({ videoId: a, playlist: { index: 1 } });
    await act(
      () => video.open(),
      () => video.playToEnd(),
    );
    expect(store.getState()).toMatchObject({ videoId: b, playlist: { index: 2 } });
  });

  test('that is shuffled continues with the remaining videos; unshuffled, from its position', async () => {
    const { controller, store, showList, act } = startTestController({ random: () => 0 });
    await showList(a, b, c);
    await act(
      () => controller.setShuffle(true),
      () => controller.nextVideo(),
    );
    expect(store.getState()).toMatchObject({
      videoId: c,
      playlist: { index: 1, videoIds: [a, c, b] },
    });
    await act(() => controller.setShuffle(false));
    expect(store.getState()).toMatchObject({
      videoId: c,
      playlist: { index: 2, videoIds: [a, b, c] },
    });
  });

  test('ends with a single video that is shown after it', async () => {
    const { controller, store, showList, act } = startTestController();
    await showList(a, b);
    await act(() => controller.showVideoById(c, 'load'));
    expect(store.getState()).toMatchObject({ videoId: c, playlist: null });
  });

  test('without videos is an error', async () => {
    const { controller, store } = startTestController();
    controller.showPlaylist('', [], 0, 'load');
    expect(store.getState().error?.name).toBe('api.invalidparam');
  });

  test('with an index outside of it begins with its first video', async () => {
    const { controller, onStage, showList, act } = startTestController();
    await showList(a, b, c);
    await act(() => controller.showPlaylistVideo(2));
    expect(onStage()).toBe(c);
    await act(() => controller.showPlaylistVideo(99));
    expect(onStage()).toBe(a);
  });
});

test('without a playlist next, previous, at and shuffle have no effect', async () => {
  const { controller, store, show, act } = startTestController();
  await show(a, 'cue');
  const before = store.getState();
  await act(
    () => controller.nextVideo(),
    () => controller.previousVideo(),
    () => controller.showPlaylistVideo(1),
    () => controller.setShuffle(true),
  );
  expect(store.getState()).toBe(before);
});

describe('a named list', () => {
  test('is requested by its id and type, and shown from the index', async () => {
    const { controller, store, asked, lists, act } = startTestController();
    lists.set('Jane', { playlistId: 'Jane', title: '', videoIds: [a, b] });
    await act(() =>
      controller.showPlaylistById({ listId: 'Jane', listType: 'user_uploads' }, 1, 'cue'),
    );
    expect(asked).toEqual(['user_uploads Jane', b]);
    expect(store.getState()).toMatchObject({
      videoId: b,
      playback: states.cued,
      playlist: { listId: 'Jane', index: 1 },
    });
  });

  test('that is unknown is a video that does not exist', async () => {
    const { controller, store, showList, act } = startTestController();
    await showList(a, b);
    await act(() =>
      controller.showPlaylistById({ listId: 'PL9', listType: 'playlist' }, 0, 'load'),
    );
    expect(store.getState()).toMatchObject({
      error: { name: 'video.notfound' },
      playlist: null,
      isPlayRequested: false,
    });
  });

  test('that comes after another video was requested is not shown', async () => {
    const { controller, onStage, lists, act } = startTestController();
    lists.set('PL1', { playlistId: 'PL1', title: '', videoIds: [b] });
    await act(() => {
      controller.showPlaylistById({ listId: 'PL1', listType: 'playlist' }, 0, 'load');
      controller.showVideoById(a, 'load');
    });
    expect(onStage()).toBe(a);
  });
});
