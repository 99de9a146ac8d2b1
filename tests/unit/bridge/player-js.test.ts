import { describe, expect, test, vi } from 'vitest';
import { announcePlayerJs } from '../../../src/bridge/player-js/announce-player-js.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { makeReading } from '../player/make-video.ts';
import { startPlayerJsHost, startTestHost } from './fake-host.ts';
import { embedUrl, hostOrigin, stubPage } from './fake-page.ts';

const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };

const send = (event: string, rest = '') =>
  `{"context":"player.js","version":"0.0.11","event":"${event}"${rest}}`;

const readyValue = {
  src: embedUrl,
  events: ['ready', 'progress', 'timeupdate', 'play', 'pause', 'ended', 'error'],
  methods:
    `play pause getPaused mute unmute getMuted setVolume getVolume getDuration setCurrentTime getCurrentTime
    setLoop getLoop addEventListener removeEventListener`.split(/\s+/),
};
const ready = send('ready', `,"value":${JSON.stringify(readyValue)}`);

describe('ready', () => {
  const announce = (changes: Partial<Parameters<typeof announcePlayerJs>[0]> = {}) =>
    announcePlayerJs({ origin: '', opaqueHosts: false, ...changes });

  test('is sent unasked in a frame, with the URL of the frame', () => {
    const { host } = stubPage();
    announce();
    expect(host.texts).toEqual([ready]);
    expect(host.targets).toEqual([hostOrigin]);
  });

  test.each([
    ['the browser', 'https://a.example:8443', 'https://b.example/', '', ['https://a.example:8443']],
    ['the referrer', undefined, 'https://b.example:8443/page?q', '', ['https://b.example:8443']],
    ['both and the URL', 'https://a.example', '', 'https://a.example', ['https://a.example']],
    ['a URL that names another page', 'https://a.example', '', 'https://b.example', []],
    ['a browser with an opaque origin', 'null', 'https://b.example/', '', []],
    ['a browser on a file', 'file://', '', '', []],
    ['only the URL', undefined, '', 'https://b.example', []],
    ['nobody', undefined, '', '', []],
  ])('is sent to the page named by %s', (_, around, referrer, origin, targets) => {
    const { host } = stubPage();
    vi.stubGlobal('location', {
      href: embedUrl,
      ...(around !== undefined && { ancestorOrigins: [around] }),
    });
    vi.stubGlobal('document', { referrer });
    announce({ origin });
    expect(host.targets).toEqual(targets);
    const isUnnamed = around === 'null' || around === 'file://' || (around ?? referrer) === '';
    announce({ origin, opaqueHosts: true });
    // With hosts without origin allowed, to any; but never to an origin other than the URL names.
    expect(host.targets).toEqual([...targets, ...(isUnnamed && origin === '' ? ['*'] : targets)]);
  });

  test('is not sent in a top-level window', () => {
    const { host } = stubPage(false);
    announce();
    expect(host.texts).toEqual([]);
  });

  test('is sent again to a host that asks later, with the listener’s name', () => {
    const { listen, takeTexts } = startPlayerJsHost();
    listen('ready');
    listen('ready', 'a');
    expect(takeTexts()).toEqual([ready, ready.replace(/\}$/, ',"listener":"a"}')]);
  });

  test('is sent to a host that asked early, once the player is ready', () => {
    const { protocols, post, takeTexts } = startTestHost();
    post({ context: 'player.js', method: 'addEventListener', value: 'ready', listener: 'a' });
    expect(takeTexts()).toEqual([]);
    protocols.setReady();
    expect(takeTexts()).toEqual([ready.replace(/\}$/, ',"listener":"a"}')]);
  });
});

describe('methods', () => {
  test.each<[string, unknown, unknown[][]]>([
    ['play', undefined, [['play']]],
    ['pause', undefined, [['pause']]],
    ['mute', undefined, [['mute']]],
    ['unmute', undefined, [['unMute']]],
    ['setVolume', 30, [['setVolume', 30]]],
    ['setVolume', '30', [['setVolume', 30]]],
    ['setVolume', null, []],
    ['setVolume', {}, []],
    ['setCurrentTime', 12.5, [['setCurrentTime', 12.5]]],
    ['setCurrentTime', 'soon', []],
    ['setCurrentTime', [1], []],
    ['setLoop', true, [['setLoop', true]]],
    ['setLoop', 0, [['setLoop', false]]],
  ])('%s(%j) commands the player', (method, value, calls) => {
    const host = startPlayerJsHost();
    host.call(method, value);
    expect(host.calls).toEqual(calls);
    expect(host.host.texts).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['getPaused', false],
    ['getMuted', true],
    ['getVolume', 30],
    ['getDuration', 64],
    ['getCurrentTime', 3],
    ['getLoop', true],
  ])('%s is answered by its own name, with the listener', (method, value) => {
    const { store, call, takeTexts } = startPlayerJsHost();
    const events: PlayerEvent[] = [
      playing,
      { type: 'volume', volume: 30, isMuted: true },
      { type: 'changed', changes: { isLooping: true } },
    ];
    events.forEach(store.dispatch);
    call(method);
    call(method, undefined, 'a b');
    expect(takeTexts()).toEqual([
      send(method, `,"value":${value}`),
      send(method, `,"value":${value},"listener":"a b"`),
    ]);
  });

  test('of a player that is to play and still waits report that it is not paused', () => {
    const { store, call, take } = startPlayerJsHost();
    call('getPaused');
    store.dispatch({ type: 'starting' });
    call('getPaused');
    expect(take()).toMatchObject([{ value: true }, { value: false }]);
  });

  test.each(['fly', '', '__proto__', 'constructor', 'toString', 'dispose'])(
    '%j does not exist, and a host that listens gets the error code 2',
    (method) => {
      const { call, calls, listen, takeTexts, refusals } = startPlayerJsHost();
      call(method);
      listen('error', 'a');
      call(method);
      const value = { code: 2, msg: `No method "${method}".` };
      expect(takeTexts()).toEqual([
        send('error', `,"value":${JSON.stringify(value)},"listener":"a"`),
      ]);
      expect(calls).toEqual([]);
      expect(refusals()).toEqual({ UNKNOWN_FUNCTION: 2 });
    },
  );

  test('wait for the player; getters do not', () => {
    const { post, calls, take, refusals } = startTestHost();
    post({ context: 'player.js', method: 'play' });
    post({ context: 'player.js', method: 'getVolume' });
    expect(calls).toEqual([]);
    expect(take()).toMatchObject([{ event: 'getVolume', value: 100 }]);
    expect(refusals()).toEqual({ NOT_READY: 1 });
  });
});
