import { describe, expect, test } from 'vitest';
import { hostLimits } from '../../../shared/limits/host-limits.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { makeReading, makeVideo } from '../player/make-video.ts';
import { startPlayerJsHost } from './fake-host.ts';

const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };
const paused: PlayerEvent = {
  type: 'paused',
  media: makeReading({ currentTime: 4, isPaused: true }),
};
const waiting: PlayerEvent = { type: 'waiting', media: makeReading({ currentTime: 4 }) };
const ended: PlayerEvent = {
  type: 'ended',
  media: makeReading({ currentTime: 64, isEnded: true }),
};
const cued: PlayerEvent = {
  type: 'video_changed',
  video: makeVideo(),
  isCued: true,
  startSeconds: 0,
};
const failed: PlayerEvent = { type: 'failed', error: { name: 'fmt.decode', message: 'Broken.' } };

const send = (event: string, rest = '') =>
  `{"context":"player.js","version":"0.0.11","event":"${event}"${rest}}`;

describe('events', () => {
  test('are sent only to hosts that asked', () => {
    const { store, takeTexts } = startPlayerJsHost();
    for (const event of [cued, playing, paused, ended, failed]) store.dispatch(event);
    expect(takeTexts()).toEqual([]);
  });

  test('are sent to each listener with its name, and to one without a name', () => {
    const { store, listen, takeTexts } = startPlayerJsHost();
    listen('play');
    listen('play', 'a');
    listen('play', 'a');
    listen('play', 'b');
    store.dispatch(playing);
    expect(takeTexts()).toEqual([
      send('play'),
      send('play', ',"listener":"a"'),
      send('play', ',"listener":"b"'),
    ]);
  });

  test('are not sent to a removed listener; removal without a name removes all', () => {
    const { store, listen, call, takeTexts } = startPlayerJsHost();
    for (const name of ['a', 'b', 'c']) listen('play', name);
    listen('pause', 'a');
    call('removeEventListener', 'play', 'a');
    store.dispatch(playing);
    expect(takeTexts()).toEqual([send('play', ',"listener":"b"'), send('play', ',"listener":"c"')]);
    call('removeEventListener', 'play');
    store.dispatch(paused);
    store.dispatch(playing);
    expect(takeTexts()).toEqual([send('pause', ',"listener":"a"')]);
  });

  test('of playing are sent once each, even with buffering in between', () => {
    const { store, listen, take } = startPlayerJsHost();
    for (const event of ['play', 'pause', 'ended']) listen(event);
    const starting: PlayerEvent = { type: 'starting' };
    const story = [
      cued,
      starting,
      waiting,
      playing,
      waiting,
      playing,
      waiting,
      paused,
      waiting,
      playing,
      ended,
      ended,
    ];
    story.forEach(store.dispatch);
    expect(take().map(({ event }) => event)).toEqual(['play', 'pause', 'play', 'ended']);
  });

  test('of playing start again with every video', () => {
    const { store, listen, take } = startPlayerJsHost();
    for (const event of ['play', 'pause', 'ended']) listen(event);
    [playing, cued, playing, paused].forEach(store.dispatch);
    expect(take().map(({ event }) => event)).toEqual(['play', 'play', 'pause']);
  });

  test('of pausing reach a host whose first message came while the video was playing', () => {
    const { store, listen, takeTexts } = startPlayerJsHost({ startWith: [cued, playing] });
    listen('pause');
    store.dispatch(paused);
    expect(takeTexts()).toEqual([send('pause')]);
  });

  test('of time have seconds and duration', () => {
    const { store, listen, takeTexts } = startPlayerJsHost();
    store.dispatch(cued);
    listen('timeupdate', 'a');
    store.dispatch({ type: 'time', media: makeReading({ currentTime: 3.5 }) });
    expect(takeTexts()).toEqual([
      send('timeupdate', ',"value":{"seconds":3.5,"duration":64},"listener":"a"'),
    ]);
  });

  test('of loading have the loaded fraction', () => {
    const { store, listen, take } = startPlayerJsHost();
    store.dispatch(cued);
    listen('progress');
    store.dispatch({ type: 'time', media: makeReading({ buffered: [{ start: 0, end: 16 }] }) });
    expect(take()).toMatchObject([{ value: { percent: 0.25, seconds: 16, duration: 64 } }]);
  });

  test.each([
    ['fmt.decode', 1],
    ['html5.missingapi', 1],
    ['auth', -1],
    ['net.retryexhausted', -1],
  ])('of the error %s have the code %i, also for late listeners', (name, code) => {
    const { store, listen, take } = startPlayerJsHost();
    listen('error', 'early');
    store.dispatch({ type: 'failed', error: { name, message: 'Why.' } });
    listen('error', 'late');
    const value = { code, msg: expect.stringContaining('Why.') };
    expect(take()).toEqual(
      ['early', 'late'].map((listener) => ({
        context: 'player.js',
        version: '0.0.11',
        event: 'error',
        value,
        listener,
      })),
    );
  });

  test.each(['fly', '__proto__', 5, null, undefined])(
    'that do not exist (%j) cannot be listened to',
    (event) => {
      const { call, refusals } = startPlayerJsHost();
      call('addEventListener', event);
      call('removeEventListener', event);
      expect(refusals()).toEqual({ BAD_ARGUMENTS: 2 });
    },
  );

  test('have a limited number of listeners each', () => {
    const { store, listen, takeTexts, refusals } = startPlayerJsHost();
    for (let index = 0; index < hostLimits.listenerMaxCount + 3; index += 1)
      listen('play', `l${index}`);
    store.dispatch(playing);
    expect(takeTexts()).toHaveLength(hostLimits.listenerMaxCount);
    expect(refusals()).toEqual({ BAD_ARGUMENTS: 3 });
  });
});
