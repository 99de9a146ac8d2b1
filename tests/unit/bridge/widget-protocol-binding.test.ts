import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { makeReading } from '../player/make-video.ts';
import { startBoundHost, startTestHost } from './fake-host.ts';
import { createFakeWindow, hostOrigin } from './fake-page.ts';

const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };
const handshake = ['initialDelivery', 'onReady'];

describe('the session id', () => {
  test.each<[string, number | null, string]>([
    ['"id":1', null, '"id":1,'],
    ['"id":0', null, '"id":0,'],
    ['"id":"1"', null, '"id":"1",'],
    ['"id":"a b"', 7, '"id":"a b",'],
    ['"x":0', 7, '"id":7,'],
    ['"x":0', 0, '"id":0,'],
    ['"x":0', null, ''],
    ['"id":null', 7, '"id":7,'],
    ['"id":{}', null, ''],
  ])('of a host that sends %s to a widget %j is echoed as %j', (shown, widgetId, echoed) => {
    const { protocols, post, takeTexts } = startTestHost({ deps: { widgetId } });
    protocols.setReady();
    post(`{"event":"listening",${shown},"channel":"other"}`);
    expect(takeTexts().at(-1)).toBe(`{"event":"onReady","info":null,${echoed}"channel":"widget"}`);
  });

  test('follows the newest handshake', () => {
    const { listen, store, takeTexts } = startBoundHost();
    listen('second');
    takeTexts();
    store.dispatch({ type: 'volume', volume: 5, isMuted: false });
    expect(takeTexts()).toEqual([
      '{"event":"infoDelivery","info":{"muted":false,"volume":5},"id":"second","channel":"widget"}',
    ]);
  });

  test('of later commands is ignored, and so is their channel', () => {
    const { post, calls } = startBoundHost();
    post('{"event":"command","func":"playVideo","args":[],"id":99,"channel":"other"}');
    expect(calls).toEqual([['play']]);
  });
});

describe('the embed’s host', () => {
  test('is kept when a second window asks, and replaced once its own window is closed', () => {
    const { host, post, command, refusals, store, calls } = startBoundHost();
    const second = createFakeWindow();
    command('addEventListener', 'onStateChange');
    post({ event: 'listening', id: 2 }, { source: second.source });
    post({ event: 'command', func: 'playVideo' }, { source: second.source });
    expect(second.texts).toEqual([]);
    expect(calls).toEqual([]);
    expect(refusals()).toEqual({ WRONG_SOURCE: 2 });

    host.close();
    const receivedByFirst = host.texts.length;
    post({ event: 'listening', id: 2 }, { source: second.source });
    store.dispatch(playing);
    expect(second.texts.map((text) => JSON.parse(text).event)).toEqual([
      ...handshake,
      'infoDelivery',
    ]);
    expect(host.texts).toHaveLength(receivedByFirst);
  });

  test('may be followed by one of another origin after it closed, unless the origin parameter forbids that', () => {
    const other = { source: createFakeWindow().source, origin: 'https://other.example' };
    for (const [origin, expected] of [
      ['', 'https://other.example'],
      [hostOrigin, null],
    ] as const) {
      const { host, post, protocols } = startBoundHost({ deps: { origin } });
      host.close();
      post({ event: 'listening' }, other);
      expect(protocols.diagnose().origin).toBe(expected);
    }
  });

  test('frees its place when it destroys its player, and is then ignored', () => {
    const { host, post, command, store, calls } = startBoundHost();
    command('destroy');
    const receivedByFirst = host.texts.length;
    store.dispatch(playing);
    const second = createFakeWindow();
    post({ event: 'listening' }, { source: second.source });
    expect(calls).toEqual([['stop']]);
    expect(host.texts).toHaveLength(receivedByFirst);
    expect(second.texts).toHaveLength(2);
  });

  test.each([
    ['', hostOrigin, true],
    [hostOrigin, hostOrigin, true],
    [hostOrigin, 'https://other.example', false],
    [`${hostOrigin}/`, hostOrigin, false],
    ['https://HOST.example', hostOrigin, false],
  ])(
    'with the origin parameter %j and the origin %j is accepted: %s',
    (origin, sender, isReceived) => {
      const { protocols, post, host, calls, refusals } = startTestHost({ deps: { origin } });
      protocols.setReady();
      post({ event: 'command', func: 'playVideo' }, { origin: sender });
      post({ event: 'listening', id: 1 }, { origin: sender });
      expect(host.texts).toHaveLength(isReceived ? 2 : 0);
      expect(calls).toHaveLength(isReceived ? 1 : 0);
      expect(refusals()).toEqual(isReceived ? {} : { WRONG_ORIGIN: 2 });
    },
  );

  test.each(['', hostOrigin])(
    'without an origin is neither obeyed nor informed (origin parameter %j)',
    (origin) => {
      for (const sender of ['null', '']) {
        const { protocols, post, host, calls, refusals, store } = startTestHost({
          deps: { origin },
        });
        protocols.setReady();
        post({ event: 'listening', id: 1 }, { origin: sender });
        post({ event: 'command', func: 'playVideo' }, { origin: sender });
        post(
          { context: 'player.js', method: 'addEventListener', value: 'play' },
          { origin: sender },
        );
        store.dispatch(playing);
        expect([host.texts, calls]).toEqual([[], []]);
        expect(refusals()).toEqual({ OPAQUE_HOST: 3 });
      }
    },
  );

  test('gets messages at its origin, and at any origin only where the operator allows it [spec-5.12, threat-host-origin]', () => {
    const named = startBoundHost();
    expect(new Set(named.host.targets)).toEqual(new Set([hostOrigin]));
    const sandboxed = startTestHost({ deps: { opaqueHosts: true } });
    sandboxed.protocols.setReady();
    sandboxed.post({ event: 'listening' }, { origin: 'null' });
    sandboxed.post({ event: 'command', func: 'playVideo' }, { origin: 'null' });
    expect(new Set(sandboxed.host.targets)).toEqual(new Set(['*']));
    expect(sandboxed.calls).toEqual([['play']]);
    const strict = startTestHost({ deps: { opaqueHosts: true, origin: hostOrigin } });
    strict.protocols.setReady();
    strict.post({ event: 'listening' }, { origin: 'null' });
    expect(strict.refusals()).toEqual({ WRONG_ORIGIN: 1 });
  });

  test('may not change its origin within its window', () => {
    const { post, refusals, calls } = startBoundHost();
    post({ event: 'command', func: 'playVideo' }, { origin: 'https://elsewhere.example' });
    expect(calls).toEqual([]);
    expect(refusals()).toEqual({ WRONG_ORIGIN: 1 });
  });

  test('gets nothing after the embed’s end', () => {
    const { protocols, store, resize, reportLossNews, command, host } = startBoundHost();
    command('addEventListener', 'onLossReport');
    const received = host.texts.length;
    protocols.dispose();
    store.dispatch(playing);
    resize();
    reportLossNews();
    expect(host.texts).toHaveLength(received);
  });
});
