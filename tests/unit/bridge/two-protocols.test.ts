import { describe, expect, test } from 'vitest';
import { startTestHost } from './fake-host.ts';
import { createFakeWindow, hostOrigin } from './fake-page.ts';

const play = { context: 'player.js', method: 'play' };
const getVolume = { context: 'player.js', method: 'getVolume' };

describe('the host of the second protocol', () => {
  test('is the page around the frame and no other window, not even the host of the first', () => {
    const { protocols, post, calls, refusals } = startTestHost();
    const other = createFakeWindow();
    protocols.setReady();
    post({ event: 'listening' }, { source: other.source });
    post(play, { source: other.source });
    expect(calls).toEqual([]);
    expect(refusals()).toEqual({ WRONG_SOURCE: 1 });
    expect(other.texts).toHaveLength(2);
    post(play);
    expect(calls).toEqual([['play']]);
  });

  test.each([
    [hostOrigin, true],
    ['https://other.example', false],
    ['null', false],
  ])('with an origin parameter and the origin %j is accepted: %s', (origin, isReceived) => {
    const { protocols, post, calls, host } = startTestHost({ deps: { origin: hostOrigin } });
    protocols.setReady();
    post(play, { origin });
    post(getVolume, { origin });
    expect(calls).toHaveLength(isReceived ? 1 : 0);
    expect(host.texts).toHaveLength(isReceived ? 1 : 0);
  });

  test('is answered at its origin; a host without one only where the operator allows it', () => {
    const { post, host } = startTestHost({ deps: { opaqueHosts: true } });
    post(getVolume);
    post(getVolume, { origin: 'null' });
    expect(host.targets).toEqual([hostOrigin, '*']);
  });

  test('needs no switch', () => {
    const { protocols, post, calls, refusals } = startTestHost({ deps: { enableJsApi: false } });
    protocols.setReady();
    post(play);
    expect(calls).toEqual([['play']]);
    expect(refusals()).toEqual({});
  });

  test('is ignored after the end', () => {
    const { protocols, store, post, host } = startTestHost();
    protocols.setReady();
    post({ context: 'player.js', method: 'addEventListener', value: 'timeupdate' });
    protocols.dispose();
    store.dispatch({
      type: 'video_requested',
      videoId: 'offstage001',
      playlist: null,
      isCued: true,
      startSeconds: 9,
    });
    expect(host.texts).toEqual([]);
  });
});

describe('the two protocols', () => {
  test('are separate: a player.js message is never a handshake or a command of the first', () => {
    const { protocols, post, calls, host, refusals } = startTestHost();
    protocols.setReady();
    post({ context: 'player.js', event: 'listening', id: 1 });
    post({ context: 'player.js', event: 'command', func: 'playVideo', args: [], method: 'pause' });
    expect(calls).toEqual([['pause']]);
    expect(host.texts).toEqual([]);
    expect(refusals()).toEqual({ NOT_A_MESSAGE: 1 });
  });

  test('are separate: a message without player.js is never a call of the second', () => {
    const { protocols, post, calls, host, refusals } = startTestHost();
    protocols.setReady();
    post({ event: 'command', func: 'playVideo', method: 'pause', context: 'widget' });
    post({ method: 'getVolume' });
    expect(calls).toEqual([['play']]);
    expect(host.texts).toEqual([]);
    expect(refusals()).toEqual({ NOT_A_MESSAGE: 1 });
  });

  test('serve one host at the same time', () => {
    const { protocols, post, listen, command, store, take } = startTestHost();
    protocols.setReady();
    listen();
    command('addEventListener', 'onStateChange');
    post({ context: 'player.js', method: 'addEventListener', value: 'ended' });
    take();
    store.dispatch({ type: 'starting' });
    store.dispatch({
      type: 'ended',
      media: {
        currentTime: 9,
        duration: 9,
        buffered: [],
        seekable: null,
        isPaused: true,
        isEnded: true,
        canGoOn: false,
      },
    });
    expect(
      take()
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['ended', 'infoDelivery', 'onStateChange']);
  });
});

test('without the switch the first protocol sends and accepts nothing, and its counts say so', () => {
  const { protocols, listen, command, calls, host, refusals } = startTestHost({
    deps: { enableJsApi: false },
  });
  protocols.setReady();
  listen();
  command('playVideo');
  expect(calls).toEqual([]);
  expect(host.texts).toEqual([]);
  expect(refusals()).toEqual({ JS_API_OFF: 2 });
});
