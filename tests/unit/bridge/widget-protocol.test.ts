import { describe, expect, test } from 'vitest';
import { hostLimits } from '../../../shared/limits/host-limits.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { english, makeReading, makeVideo } from '../player/make-video.ts';
import { eventsOf, startBoundHost, startTestHost } from './fake-host.ts';

const cued: PlayerEvent = {
  type: 'video_changed',
  video: makeVideo(),
  isCued: true,
  startSeconds: 0,
};
const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };
const handshake = ['initialDelivery', 'onReady'];

describe('before the handshake', () => {
  test('the embed sends nothing, whatever happens', () => {
    const { protocols, store, command, host, reportLossNews, resize } = startTestHost();
    store.dispatch(cued);
    protocols.setReady();
    command('addEventListener', 'onStateChange');
    command('loadVideoById', 'offstage001');
    command('diagnose');
    store.dispatch(playing);
    store.dispatch({ type: 'volume', volume: 5, isMuted: true });
    store.dispatch({ type: 'failed', error: { name: 'auth', message: null } });
    reportLossNews();
    resize();
    expect(host.texts).toEqual([]);
  });

  test('commands are obeyed, as lite-youtube sends them', () => {
    const { protocols, post, calls, logged } = startTestHost();
    protocols.setReady();
    post('{"event":"command","func":"pauseVideo","args":""}');
    expect(calls).toEqual([['pause']]);
    expect(logged).toEqual([['pauseVideo', {}]]);
  });

  test('a host may subscribe, and gets the events afterwards', () => {
    const { protocols, store, command, listen, take } = startTestHost();
    command('addEventListener', 'onStateChange');
    protocols.setReady();
    listen();
    take();
    store.dispatch(playing);
    expect(eventsOf(take())).toEqual(['infoDelivery', 'onStateChange']);
  });
});

describe('the handshake', () => {
  test('is answered in the order of the wire, each message with event, info, id and channel in this order', () => {
    const { protocols, store, listen, takeTexts } = startTestHost();
    store.dispatch(cued);
    protocols.setReady();
    listen();
    const [initial, ready, ...more] = takeTexts();
    expect(initial).toMatch(
      /^\{"event":"initialDelivery","info":\{"apiInterface":\[.*\},"id":1,"channel":"widget"\}$/,
    );
    expect(ready).toBe('{"event":"onReady","info":null,"id":1,"channel":"widget"}');
    expect(more).toEqual([]);
  });

  test('of a video with captions sends the module before onReady', () => {
    const { protocols, store, listen, take } = startTestHost();
    store.dispatch({ ...cued, video: makeVideo({}, { captionTracks: [english] }) });
    protocols.setReady();
    listen();
    expect(eventsOf(take())).toEqual(['initialDelivery', 'apiInfoDelivery', 'onReady']);
  });

  test('of a video that cannot be played is followed by onError, without a subscription, when every client can receive it [spec-8.7]', () => {
    const { protocols, store, clock, listen, takeTexts } = startTestHost();
    const playabilityStatus = { status: 'UNPLAYABLE', errorCode: 'embedding.domain' } as const;
    store.dispatch({ ...cued, video: makeVideo({}, { playabilityStatus }) });
    protocols.setReady();
    listen();
    listen();
    expect(takeTexts()).toHaveLength(4);
    clock.advance(hostLimits.errorAfterReadyMs - 1);
    expect(takeTexts()).toEqual([]);
    clock.advance(1);
    expect(takeTexts()).toEqual([
      '{"event":"onError","info":150,"id":1,"channel":"widget","error":{"name":"embedding.domain","fix":"Ask the operator to allow this page."}}',
    ]);
    clock.advance(60_000);
    expect(takeTexts()).toEqual([]);
  });

  test('of a video that cannot be played is not followed by an error once another video is loaded', () => {
    const { protocols, store, clock, listen, take } = startTestHost();
    store.dispatch({ type: 'failed', error: { name: 'auth', message: null } });
    protocols.setReady();
    listen();
    store.dispatch(cued);
    take();
    clock.advance(60_000);
    expect(take()).toEqual([]);
  });

  test('of a player that ends at once is followed by nothing', () => {
    const { protocols, store, clock, listen, takeTexts } = startTestHost();
    store.dispatch({ type: 'failed', error: { name: 'auth', message: null } });
    protocols.setReady();
    listen();
    takeTexts();
    protocols.dispose();
    clock.advance(60_000);
    expect(takeTexts()).toEqual([]);
  });

  test('before the player is ready is answered once it is, and only once', () => {
    const { protocols, store, listen, host, take } = startTestHost();
    listen();
    listen();
    store.dispatch(cued);
    expect(host.texts).toEqual([]);
    protocols.setReady();
    expect(eventsOf(take())).toEqual(handshake);
    store.dispatch(playing);
    expect(eventsOf(take())).toEqual(['infoDelivery']);
  });

  test('is answered each time it is repeated', () => {
    const { listen, take } = startBoundHost();
    listen();
    listen();
    expect(eventsOf(take())).toEqual([...handshake, ...handshake]);
  });

  test('with only its event’s name, as Vidstack sends it, is accepted', () => {
    const { protocols, post, takeTexts } = startTestHost();
    protocols.setReady();
    post('{"event":"listening"}');
    expect(takeTexts()[1]).toBe('{"event":"onReady","info":null,"channel":"widget"}');
  });
});
