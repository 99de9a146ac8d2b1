import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { makeReading, makeVideo } from '../player/make-video.ts';
import { eventsOf } from './fake-host.ts';
import { at, cued, startSubscribed } from './subscribed-host.ts';

describe('chapters', () => {
  test('are reported as playback enters them, and as none before the first', () => {
    const { store, take } = startSubscribed(['onChapterChange']);
    store.dispatch({ type: 'first_frame' });
    for (const seconds of [4, 5, 6, 19.9, 20, 6, 1]) store.dispatch(at(seconds));
    const reported = take().filter(({ event }) => event === 'onChapterChange');
    expect(reported.map(({ info }) => info)).toEqual([
      { index: 0, startSeconds: 5, title: 'Red' },
      { index: 1, startSeconds: 20, title: 'Green' },
      { index: 0, startSeconds: 5, title: 'Red' },
      null,
    ]);
  });
});

describe('cue ranges', () => {
  const cueEvents = ['onCueRangeEnter', 'onCueRangeExit'];
  const reported = (take: () => { event: string; info: unknown }[]) =>
    take()
      .filter(({ event }) => cueEvents.includes(event))
      .map(({ event, info }) => `${event} ${info}`);

  test('are entered and left as the video plays', () => {
    const { store, command, take } = startSubscribed(cueEvents);
    command('addCueRange', 'a', 5, 10);
    command('addCueRange', 'b', '10', 12);
    for (const seconds of [4, 5, 7, 10, 30]) store.dispatch(at(seconds));
    expect(reported(take)).toEqual([
      'onCueRangeEnter a',
      'onCueRangeExit a',
      'onCueRangeEnter b',
      'onCueRangeExit b',
    ]);
  });

  test('that were removed are not reported', () => {
    const { store, command, take } = startSubscribed(cueEvents);
    command('addCueRange', 7, 5, 10);
    command('removeCueRange', 7);
    store.dispatch(at(6));
    expect(reported(take)).toEqual([]);
  });

  test('end with the video', () => {
    const { store, command, take } = startSubscribed(cueEvents);
    command('addCueRange', 'a', 5, 10);
    store.dispatch({ ...cued, video: makeVideo({ videoId: 'offstage002' }) });
    store.dispatch(at(6));
    expect(reported(take)).toEqual([]);
  });
});

describe('seeking', () => {
  const seekingTo = (currentTime: number): PlayerEvent => ({
    type: 'seeking',
    media: makeReading({ currentTime }),
  });

  test('again before the last seek has arrived is reported too', () => {
    const { store, take } = startSubscribed(['onSeek']);
    store.dispatch({ type: 'first_frame' });
    take();
    for (const seconds of [10, 20, 20, 30]) store.dispatch(seekingTo(seconds));
    // During its own seek the element may report its time, which is no seek.
    store.dispatch(at(30.001));
    const seeks = take().filter(({ event }) => event === 'onSeek');
    expect(seeks.map(({ info }) => info)).toEqual([
      { from: 0, to: 10 },
      { from: 10, to: 20 },
      { from: 20, to: 30 },
    ]);
  });

  test('is not reported for the start of a video', () => {
    const { store, take } = startSubscribed(['onSeek']);
    store.dispatch(seekingTo(12));
    expect(eventsOf(take())).not.toContain('onSeek');
  });
});
