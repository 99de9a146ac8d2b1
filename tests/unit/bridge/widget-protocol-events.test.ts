import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { english, makeReading, makeVideo, spanish } from '../player/make-video.ts';
import { eventsOf, startBoundHost, startTestHost } from './fake-host.ts';

const chapters = [
  { startSeconds: 5, title: 'Red' },
  { startSeconds: 20, title: 'Green' },
];
const video = makeVideo({}, { captionTracks: [english, spanish], chapters });
const cued: PlayerEvent = { type: 'video_changed', video, isCued: true, startSeconds: 0 };
const at = (currentTime: number): PlayerEvent => ({
  type: 'time',
  media: makeReading({ currentTime }),
});

/** A host that subscribed to some events of a cued video. */
function startSubscribed(events: string[], prepare: (store: PlayerStore) => void = () => {}) {
  const testHost = startBoundHost({}, (store) => {
    store.dispatch(cued);
    store.dispatch({ type: 'qualities', levels: [{ id: 'b', height: 720, bitrate: 1 }] });
    prepare(store);
  });
  for (const event of events) testHost.command('addEventListener', event);
  testHost.take();
  return testHost;
}

const message = (event: string, info: unknown) =>
  `{"event":"${event}","info":${JSON.stringify(info)},"id":1,"channel":"widget"}`;

describe('an event with a subscriber', () => {
  const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 3 }) };
  const failed: PlayerEvent = { type: 'failed', error: { name: 'mrm.blocked', message: 'No.' } };
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
    ['onError', failed, 151],
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
    expect(takeTexts().at(-1)).toBe(message('onError', 5));
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

describe('chapters', () => {
  test('are reported as playback enters them, and as none before the first', () => {
    const { store, take } = startSubscribed(['onChapterChange']);
    store.dispatch({ type: 'first_frame' });
    for (const seconds of [4, 5, 6, 19.9, 20, 6, 1]) store.dispatch(at(seconds));
    const told = take().filter(({ event }) => event === 'onChapterChange');
    expect(told.map(({ info }) => info)).toEqual([
      { index: 0, startSeconds: 5, title: 'Red' },
      { index: 1, startSeconds: 20, title: 'Green' },
      { index: 0, startSeconds: 5, title: 'Red' },
      null,
    ]);
  });
});

describe('cue ranges', () => {
  const cueEvents = ['onCueRangeEnter', 'onCueRangeExit'];
  const told = (take: () => { event: string; info: unknown }[]) =>
    take()
      .filter(({ event }) => cueEvents.includes(event))
      .map(({ event, info }) => `${event} ${info}`);

  test('are entered and left as the video plays', () => {
    const { store, command, take } = startSubscribed(cueEvents);
    command('addCueRange', 'a', 5, 10);
    command('addCueRange', 'b', '10', 12);
    for (const seconds of [4, 5, 7, 10, 30]) store.dispatch(at(seconds));
    expect(told(take)).toEqual([
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
    expect(told(take)).toEqual([]);
  });

  test('end with the video', () => {
    const { store, command, take } = startSubscribed(cueEvents);
    command('addCueRange', 'a', 5, 10);
    store.dispatch({ ...cued, video: makeVideo({ videoId: 'offstage002' }) });
    store.dispatch(at(6));
    expect(told(take)).toEqual([]);
  });
});

describe('our own events', () => {
  test('diagnose is answered with the page’s state and its refusals, with or without a subscription', async () => {
    const { post, command, takeTexts } = startSubscribed([]);
    post('{"event":"nonsense"}');
    command('diagnose');
    const host = { origin: 'https://host.example', refusals: { UNKNOWN_EVENT: 1 } };
    await expect.poll(takeTexts).toEqual([message('onDiagnose', { host })]);
  });

  test('the loss report is sent with each change, to subscribers', () => {
    const { loss, tellLossNews, command, takeTexts } = startSubscribed([]);
    tellLossNews();
    expect(takeTexts()).toEqual([]);
    command('addEventListener', 'onLossReport');
    takeTexts();
    loss.delivered = 3;
    loss.queued = 0;
    tellLossNews();
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

describe('performance reports', () => {
  test('are not measured for a host without a subscription', () => {
    const { measured, command } = startBoundHost();
    command('addEventListener', 'onStateChange');
    expect(measured).toEqual([]);
  });

  test('are measured and sent after a subscription', () => {
    const { measured, command, take } = startBoundHost();
    command('addEventListener', 'onPerformanceReport');
    expect(measured).toMatchObject([{ budget: undefined }]);
    measured[0]?.host.notify('onPerformanceReport', () => ({ reason: 'asked' }));
    expect(take()).toMatchObject([{ event: 'onPerformanceReport', info: { reason: 'asked' } }]);
  });

  test('are measured for an early subscriber as soon as it listens', () => {
    const { measured, protocols, command, listen } = startTestHost();
    command('addEventListener', 'onPerformanceReport');
    protocols.setReady();
    expect(measured).toEqual([]);
    listen();
    expect(measured).toHaveLength(1);
  });

  test('of budgets stay unread without a subscription, and nothing is sent', () => {
    const { measured, command, take } = startBoundHost();
    command('setPerformanceBudget', { blockingMs: 'much' });
    expect(measured).toMatchObject([{ budget: { blockingMs: 'much' } }]);
    measured[0]?.host.notify('onPerformanceReport', () => ({}));
    expect(take()).toEqual([]);
  });

  test('messages to the host are counted', () => {
    const { measured, command, takeTexts, store } = startBoundHost();
    command('setPerformanceBudget', {});
    const before = measured[0]?.host.sentCount ?? 0;
    takeTexts();
    store.dispatch({ type: 'volume', volume: 5, isMuted: true });
    expect((measured[0]?.host.sentCount ?? 0) - before).toBe(takeTexts().length);
  });
});
