import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { english, makeReading, makeVideo } from '../player/make-video.ts';
import { eventsOf, startTestHost } from './fake-host.ts';
import { at, cued, startSubscribed } from './subscribed-host.ts';

const message = (event: string, info: unknown) =>
  `{"event":"${event}","info":${JSON.stringify(info)},"id":1,"channel":"widget"}`;

describe('an event with a subscriber', () => {
  const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };
  const seeking: PlayerEvent = { type: 'seeking', media: makeReading({ currentTime: 40 }) };
  const track = { languageCode: 'es', languageName: 'Español', displayName: 'Español' };

  test.each<[string, PlayerEvent, unknown]>([
    ['onStateChange', playing, 1],
    [
      'onVolumeChange',
      { type: 'volume', volume: 30, isMuted: false },
      { muted: false, volume: 30 },
    ],
    ['onPlaybackRateChange', { type: 'changed', changes: { playbackRate: 1.5 } }, 1.5],
    ['onPlaybackQualityChange', { type: 'changed', changes: { qualityId: 'b' } }, 'hd720'],
    ['onVideoProgress', at(3), 3],
    ['onTimeUpdate', at(3), { currentTime: 3, duration: 64 }],
    ['onSeek', seeking, { from: 0, to: 40 }],
    ['onChapterChange', at(20), { index: 1, startSeconds: 20, title: 'Green' }],
    ['onAutoplayBlocked', { type: 'autoplay_blocked' }, null],
    [
      'onCaptionsChange',
      { type: 'captions', language: 'es' },
      { ...track, kind: '', name: null, is_default: false },
    ],
  ])('%s comes after the information that belongs to it', (name, event, info) => {
    const { store, takeTexts } = startSubscribed([name]);
    store.dispatch({ type: 'first_frame' });
    store.dispatch(event);
    const texts = takeTexts();
    const place = texts.indexOf(message(name, info));
    expect(place).toBe(texts.length - 1);
    // A refused autoplay changes no getter's value.
    if (name !== 'onAutoplayBlocked') expect(texts[0]).toMatch(/^\{"event":"infoDelivery"/);
  });

  test('is sent once for each change, and not without one', () => {
    const { store, take } = startSubscribed(['onStateChange', 'onVolumeChange', 'onVideoProgress']);
    store.dispatch(playing);
    store.dispatch(playing);
    store.dispatch({ type: 'volume', volume: 100, isMuted: false });
    expect(eventsOf(take())).toEqual(['infoDelivery', 'onStateChange', 'onVideoProgress']);
  });

  test('is not sent to other hosts, but their information stays current', () => {
    const { store, take } = startSubscribed([]);
    for (const event of [playing, seeking, at(20), { type: 'autoplay_blocked' } as const])
      store.dispatch(event);
    store.dispatch({ type: 'captions', language: 'es' });
    expect(new Set(eventsOf(take()))).toEqual(new Set(['infoDelivery', 'apiInfoDelivery']));
  });
});

describe('starting a video', () => {
  test('is reported as unstarted, buffering and playing', () => {
    const { store, take } = startSubscribed(['onStateChange']);
    store.dispatch({ type: 'starting' });
    store.dispatch({ type: 'waiting', media: makeReading() });
    store.dispatch({ type: 'playing', media: makeReading() });
    const states = take().filter(({ event }) => event === 'onStateChange');
    expect(states.map(({ info }) => info)).toEqual([-1, 3, 1]);
  });

  test('without success is reported as an error, even to a host without subscriptions', () => {
    const { store, takeTexts } = startSubscribed([]);
    store.dispatch({ type: 'failed', error: { name: 'something_else', message: null } });
    const texts = takeTexts();
    expect(texts.at(-2)).toMatch(/^\{"event":"infoDelivery"/);
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({
      event: 'onError',
      info: 5,
      error: { name: 'something_else', fix: expect.stringMatching(/\.$/) },
    });
  });
});

describe('captions', () => {
  test('that show, or change their size, are reported as the module’s options', () => {
    const { store, take } = startSubscribed(['onApiChange', 'onCaptionsChange']);
    store.dispatch({ type: 'captions', language: 'en' });
    store.dispatch({ type: 'changed', changes: { captionsFontSize: 2 } });
    store.dispatch({ type: 'captions', language: null });
    const messages = take();
    const modules = messages.filter(({ event }) => event === 'apiInfoDelivery');
    expect(modules.map(({ info }) => info)).toMatchObject([
      { namespaces: ['captions'], captions: { track: { languageCode: 'en' }, fontSize: 0 } },
      { namespaces: ['captions'], captions: { track: { languageCode: 'en' }, fontSize: 2 } },
      { namespaces: ['captions'], captions: { track: {}, fontSize: 2 } },
    ]);
    const changes = messages.filter(({ event }) => event === 'onCaptionsChange');
    expect(changes.map(({ info }) => info)).toEqual([
      expect.objectContaining({ languageCode: 'en' }),
      null,
    ]);
    expect(eventsOf(messages)).not.toContain('onApiChange');
  });

  test('that come with a video are a change of the module', () => {
    const { store, take } = startSubscribed(['onApiChange']);
    store.dispatch({
      ...cued,
      video: makeVideo({ videoId: 'offstage002' }, { captionTracks: [english] }),
    });
    const messages = take();
    expect(eventsOf(messages).slice(-2)).toEqual(['apiInfoDelivery', 'onApiChange']);
    expect(messages.find(({ event }) => event === 'apiInfoDelivery')?.info).toMatchObject({
      namespaces: ['captions'],
      captions: {
        options: expect.arrayContaining(['tracklist']),
        tracklist: [{ languageCode: 'en' }],
      },
    });
  });

  test('that a video lacks remove the module', () => {
    const { store, take } = startSubscribed(['onApiChange']);
    store.dispatch({ ...cued, video: makeVideo({ videoId: 'offstage002' }) });
    const messages = take();
    expect(messages.find(({ event }) => event === 'apiInfoDelivery')?.info).toEqual({
      namespaces: [],
    });
    expect(eventsOf(messages).at(-1)).toBe('onApiChange');
  });

  test('that neither the last video nor this one has are no change of a module', () => {
    const { store, take } = startSubscribed(['onApiChange'], (known) =>
      known.dispatch({ ...cued, video: makeVideo() }),
    );
    store.dispatch({ ...cued, video: makeVideo({ videoId: 'offstage002' }) });
    expect(eventsOf(take())).not.toContain('apiInfoDelivery');
    store.dispatch({ ...cued, video: makeVideo({ videoId: 'offstage003' }) });
    expect(eventsOf(take())).not.toContain('onApiChange');
  });
});

describe('our own events', () => {
  test('diagnose is answered with the page’s state and its refusals, with or without a subscription', async () => {
    const { post, command, takeTexts } = startSubscribed([]);
    post('{"event":"nonsense"}');
    command('diagnose');
    const host = {
      origin: 'https://host.example',
      refusals: { UNKNOWN_EVENT: 1 },
      refusedOrigin: 'https://host.example',
    };
    await expect.poll(takeTexts).toEqual([message('onDiagnose', { host })]);
  });

  test('the loss report is sent with each change, to subscribers', () => {
    const { loss, reportLossNews, command, takeTexts } = startSubscribed([]);
    reportLossNews();
    expect(takeTexts()).toEqual([]);
    command('addEventListener', 'onLossReport');
    takeTexts();
    loss.delivered = 3;
    loss.queued = 0;
    reportLossNews();
    expect(takeTexts()).toEqual([message('onLossReport', loss)]);
  });
});

describe('events from before the handshake', () => {
  test('are reported at the handshake, to a host that subscribed before', () => {
    const { protocols, store, command, listen, take } = startTestHost();
    command('addEventListener', 'onAutoplayBlocked');
    command('addEventListener', 'onStateChange');
    store.dispatch({ type: 'autoplay_blocked' });
    protocols.setReady();
    listen();
    expect(eventsOf(take())).toEqual(['initialDelivery', 'onReady', 'onAutoplayBlocked']);
    listen();
    expect(eventsOf(take())).toEqual(['initialDelivery', 'onReady']);
  });
});
