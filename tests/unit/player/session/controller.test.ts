import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { err } from '../../../../shared/tools/result.ts';
import { settlePromises } from '../../fake-clock.ts';
import { startTestController } from './start-test-controller.ts';

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
