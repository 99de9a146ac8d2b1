import { describe, expect, test } from 'vitest';
import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { english, makeReading, makeVideo } from '../player/make-video.ts';
import { eventsOf, keysOf, startBoundHost, startTestHost } from './fake-host.ts';
import type { Call } from './recording-controller.ts';

const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };

describe('refused messages', () => {
  test('commands before the player is ready do nothing and are counted [spec-5.4]', () => {
    const { command, calls, refusals } = startTestHost();
    command('playVideo');
    command('noSuchFunction');
    expect(calls).toEqual([]);
    expect(refusals()).toEqual({ NOT_READY: 2 });
  });

  test.each([
    'noSuchFunction',
    '',
    '__proto__',
    'constructor',
    'toString',
    'getVolume',
    'showVideoById',
    'dispose',
  ])('the function %j is unknown [spec-5.5]', (func) => {
    const { command, calls, refusals, take, logged } = startBoundHost();
    command(func);
    expect(calls).toEqual([]);
    expect(take()).toEqual([]);
    expect(logged).toEqual([]);
    expect(refusals()).toEqual({ UNKNOWN_FUNCTION: 1 });
  });

  test.each<[string, unknown[]]>([
    ['setVolume', ['loud']],
    ['setConsent', ['maybe']],
    ['setConsent', [{}]],
    ['setConsent', []],
    ['seekTo', []],
    ['loadPlaylist', [5]],
    ['setOption', ['captions', 'track', null]],
    ['addEventListener', ['onEverything']],
    ['addEventListener', ['__proto__']],
    ['addEventListener', [{}]],
    ['addEventListener', []],
  ])('%s(%j) is counted, not logged, and has no effect', (func, args) => {
    const { command, calls, refusals, logged } = startBoundHost();
    command(func, ...args);
    expect(calls).toEqual([]);
    expect(logged).toEqual([]);
    expect(refusals()).toEqual({ BAD_ARGUMENTS: 1 });
  });

  test.each<[string, unknown]>([
    ['NOT_A_STRING', { event: 'listening' }],
    ['NOT_A_STRING', undefined],
    ['TOO_LONG', 'x'.repeat(bridgeLimits.messageMaxChars + 1)],
    ['NOT_JSON', '{'],
    ['NOT_JSON', 'null'],
    ['NOT_A_MESSAGE', '[]'],
    ['NOT_A_MESSAGE', '{"event":1}'],
    ['UNKNOWN_EVENT', '{"event":"onReady"}'],
    ['UNKNOWN_EVENT', '{"event":"__proto__"}'],
  ])('a message without further fields is counted as %s', (refusal, data) => {
    const { postRaw, refusals, host } = startTestHost();
    postRaw(data);
    expect(refusals()).toEqual({ [refusal]: 1 });
    expect(host.texts).toEqual([]);
  });
});

test('the viewer’s consent is passed on, in each of its forms', () => {
  const { command, consents, logged } = startBoundHost();
  for (const value of ['granted', 'refused', 1, false, 'true', '0']) command('setConsent', value);
  expect(consents).toEqual(['granted', 'refused', 'granted', 'refused', 'granted', 'refused']);
  expect(logged.map(([name]) => name)).toEqual(Array(6).fill('setConsent'));
});

describe('subscriptions', () => {
  test('forward an event once, even when subscribed repeatedly', () => {
    const { command, store, take } = startBoundHost();
    command('addEventListener', 'onVolumeChange');
    command('addEventListener', 'onVolumeChange');
    store.dispatch({ type: 'volume', volume: 5, isMuted: false });
    expect(eventsOf(take())).toEqual(['infoDelivery', 'onVolumeChange']);
  });

  test('are not ended by removeEventListener, which is harmless', () => {
    const { command, store, take, refusals } = startBoundHost();
    command('addEventListener', 'onVolumeChange');
    command('removeEventListener', 'onVolumeChange');
    command('removeEventListener');
    store.dispatch({ type: 'volume', volume: 5, isMuted: false });
    expect(eventsOf(take())).toEqual(['infoDelivery', 'onVolumeChange']);
    expect(refusals()).toEqual({});
  });

  test('survive another handshake of the same window', () => {
    const { command, listen, store, take } = startBoundHost();
    command('addEventListener', 'onStateChange');
    listen(2);
    take();
    store.dispatch(playing);
    expect(eventsOf(take())).toEqual(['infoDelivery', 'onStateChange']);
  });

  const paused: PlayerEvent = { type: 'paused', media: makeReading({ isPaused: true }) };
  const cued: PlayerEvent = {
    type: 'video_changed',
    video: makeVideo(),
    isCued: true,
    startSeconds: 0,
  };

  test.each<[string, string, PlayerEvent[], string]>([
    ['onAutoplayBlocked', 'a refused autoplay', [{ type: 'autoplay_blocked' }], 'null'],
    ['onStateChange', 'playing', [playing], '1'],
    ['onStateChange', 'pausing', [playing, paused], '2'],
    ['onStateChange', 'buffering', [{ type: 'waiting', media: null }], '3'],
    ['onStateChange', 'the end', [{ type: 'ended', media: makeReading({ isEnded: true }) }], '0'],
    [
      'onLossReport',
      'nothing',
      [],
      '{"created":3,"delivered":2,"queued":1,"dropped":{"rejected":0,"expired":0,"attempts":0,"too_large":0,"not_json":0,"quota":0,"storage":0,"consent":0}}',
    ],
  ])('to %s after %s report the lasting state at once, and only once', (event, _, before, info) => {
    const { command, takeTexts } = startBoundHost({}, (store) => before.forEach(store.dispatch));
    command('addEventListener', event);
    command('addEventListener', event);
    expect(takeTexts()).toEqual([`{"event":"${event}","info":${info},"id":1,"channel":"widget"}`]);
  });

  test.each<[string, string, PlayerEvent[]]>([
    ['onStateChange', 'nothing', []],
    ['onStateChange', 'cueing', [cued]],
    ['onAutoplayBlocked', 'playing', [playing]],
    ['onVolumeChange', 'a change of volume', [{ type: 'volume', volume: 5, isMuted: false }]],
  ])('to %s after %s report nothing at once', (event, _, before) => {
    const { command, take } = startBoundHost({}, (store) => before.forEach(store.dispatch));
    command('addEventListener', event);
    expect(take()).toEqual([]);
  });
});

describe('the host’s mirror after cueing and loading', () => {
  /** As the controller does: the stage is empty at once. */
  function emptyStage([name, videoId]: Call, store: PlayerStore): void {
    if (name.startsWith('show') && typeof videoId === 'string')
      store.dispatch({
        type: 'video_requested',
        videoId,
        playlist: null,
        isCued: true,
        startSeconds: 0,
      });
  }

  test.each<[string, unknown[]]>([
    ['cueVideoById', ['offstage002']],
    ['loadVideoById', [{ videoId: 'offstage002' }]],
    ['cueVideoByUrl', ['/v/offstage002']],
    ['loadVideoByUrl', [{ mediaContentUrl: '/e/offstage002' }]],
    ['cuePlaylist', [['offstage002']]],
    ['loadPlaylist', ['PL1']],
  ])('is filled at once after %s(%j), with all fields of the first delivery', (func, args) => {
    const { protocols, listen, command, take } = startTestHost({ onCall: emptyStage });
    protocols.setReady();
    listen();
    const [initial] = take();
    command(func, ...args);
    const last = take().at(-1);
    expect(last).toMatchObject({ event: 'infoDelivery', id: 1, channel: 'widget' });
    expect(Object.keys(last?.info as object)[0]).toBe('apiInterface');
    expect(keysOf(last)).toEqual(keysOf(initial));
  });

  test('shows the requested video and not the one before', () => {
    const { command, take } = startBoundHost({ onCall: emptyStage }, (store) =>
      store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: true, startSeconds: 0 }),
    );
    command('loadVideoById', 'offstage002');
    expect(take().at(-1)?.info).toMatchObject({
      playerState: -1,
      duration: 0,
      videoData: { video_id: 'offstage002', title: '' },
    });
  });

  test('is filled even when the arguments are unreadable, because the host’s script has emptied it', () => {
    const { command, take } = startBoundHost();
    command('loadPlaylist', 5);
    expect(
      take().map((message) => [message.event, keysOf(message).includes('apiInterface')]),
    ).toEqual([['infoDelivery', true]]);
  });

  test.each<[string, unknown[]]>([
    ['loadModule', ['captions']],
    ['preloadVideoById', ['offstage002']],
    ['playVideo', []],
    ['playVideoAt', [0]],
    ['nextVideo', []],
  ])('is not changed by %s(%j)', (func, args) => {
    const { command, take } = startBoundHost({}, (store) =>
      store.dispatch({
        type: 'video_changed',
        video: makeVideo({}, { captionTracks: [english] }),
        isCued: true,
        startSeconds: 0,
      }),
    );
    command(func, ...args);
    expect(take()).toEqual([]);
  });
});

test('a host that plays, seeks or loads counts as the one that started the playback', () => {
  const { command, starting } = startBoundHost();
  command('cueVideoById', 'offstage001');
  command('loadModule', 'captions');
  command('seekTo', 'no number');
  expect(starting).toEqual([]);
  command('loadVideoById', 'offstage001');
  command('seekTo', 12);
  command('mutedAutoplay');
  expect(starting).toEqual(['loadVideoById', 'seekTo', 'mutedAutoplay']);
});

test('a command that ran is logged with the host’s own fields', () => {
  const { command, logged } = startBoundHost();
  command('loadVideoById', { videoId: 'offstage001', rct: 'endscreen', rctn: '3', evil: 'x' });
  command('setVolume', 30);
  expect(logged).toEqual([
    ['loadVideoById', { rct: 'endscreen', rctn: '3' }],
    ['setVolume', {}],
  ]);
});
