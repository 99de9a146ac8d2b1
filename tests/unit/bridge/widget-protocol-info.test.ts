import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { makeReading } from '../player/make-video.ts';
import { cued, cueVideo } from './cue-video.ts';
import { keysOf, startBoundHost, wordsOf } from './fake-host.ts';

const progressKeys =
  wordsOf(`currentTime videoBytesLoaded videoLoadedFraction currentTimeLastUpdated_ playbackRate
  mediaReferenceTime progressState`);

const stateKeys =
  wordsOf(`playerState currentTime duration videoData videoStartBytes videoBytesTotal videoLoadedFraction
  playbackQuality availableQualityLevels currentTimeLastUpdated_ playbackRate mediaReferenceTime videoUrl progressState
  playlist playlistIndex volume muted captionTracks`);

/** Beside the wire's own keys: getters that would otherwise keep values of the previous video. */
const freshKeys = [
  'audioTrack',
  'availableAudioTracks',
  'debugText',
  'playlistId',
  'videoBytesLoaded',
  'videoEmbedCode',
];

const reading = makeReading({
  currentTime: 16,
  buffered: [
    { start: 0, end: 2 },
    { start: 10, end: 32 },
  ],
});

describe('a message', () => {
  function infosAfter(event: PlayerEvent, ...before: PlayerEvent[]) {
    const { store, take } = startBoundHost({}, (known) =>
      [cued, ...before].forEach(known.dispatch),
    );
    store.dispatch(event);
    return take();
  }

  test('about the playback state has the keys of the wire, and all that could otherwise be stale [spec-3.6, spec-3.38, spec-3.39, spec-3.40, spec-3.41, spec-3.42, spec-3.43, spec-3.44, spec-3.45, spec-3.46, spec-3.47, spec-3.48, spec-3.49, spec-3.50]', () => {
    const messages = infosAfter({ type: 'playing', media: reading });
    expect(messages).toHaveLength(1);
    expect(keysOf(messages[0])).toEqual([...stateKeys, ...freshKeys].sort());
    expect(messages[0]?.info).toMatchObject({
      playerState: 1,
      currentTime: 16,
      mediaReferenceTime: 16,
    });
  });

  test('about progress has the keys of the wire and no others', () => {
    const messages = infosAfter({ type: 'time', media: reading });
    expect(messages.map(keysOf)).toEqual([progressKeys]);
    expect(messages[0]?.info).toMatchObject({
      currentTime: 16,
      videoLoadedFraction: 0.5,
      videoBytesLoaded: 0.5,
    });
  });

  test('about progress has a new duration too', () => {
    const [message] = infosAfter({ type: 'time', media: { ...reading, duration: 60 } });
    expect(keysOf(message)).toEqual([...progressKeys, 'duration'].sort());
    expect(message?.info).toMatchObject({ duration: 60, progressState: { duration: 60 } });
  });

  test('has progressState with the seekable range and what is loaded ahead', () => {
    const [message] = infosAfter({
      type: 'time',
      media: { ...reading, seekable: { start: 4, end: 60 } },
    });
    expect(message).toHaveProperty('info.progressState', {
      airingStart: 0,
      airingEnd: 60,
      allowSeeking: true,
      clipEnd: null,
      clipStart: 0,
      current: 16,
      displayedStart: -1,
      duration: 64,
      ingestionTime: null,
      isAtLiveHead: false,
      loaded: 32,
      seekableStart: 4,
      seekableEnd: 60,
      offset: 0,
      viewerLivestreamJoinMediaTime: 0,
    });
  });

  test('has its time in seconds as currentTimeLastUpdated_', () => {
    const { store, facts, take } = startBoundHost({}, cueVideo);
    facts.nowMs = 2_000_000_000_250;
    store.dispatch({ type: 'time', media: reading });
    expect(take()[0]?.info).toMatchObject({ currentTimeLastUpdated_: 2_000_000_000.25 });
  });

  test('has a loaded fraction of at most 1', () => {
    const buffered = [{ start: 0, end: 64.2 }];
    const [message] = infosAfter({ type: 'time', media: { ...reading, buffered } });
    expect(message?.info).toMatchObject({ videoLoadedFraction: 1 });
  });

  test('has the name of the first quality, in the video data too', () => {
    const { store, take } = startBoundHost({}, (known) => {
      cueVideo(known);
      known.dispatch({ type: 'qualities', levels: [{ id: 'b', height: 720, bitrate: 1 }] });
    });
    store.dispatch({ type: 'changed', changes: { qualityId: 'b' } });
    const [message, ...others] = take();
    expect(others).toEqual([]);
    expect(keysOf(message)).toEqual(['playbackQuality', 'videoData']);
    expect(message?.info).toMatchObject({
      playbackQuality: 'hd720',
      videoData: { video_quality: 'hd720' },
    });
  });

  test.each<[string, PlayerEvent[], string[]]>([
    [
      'a change of volume',
      [{ type: 'volume', volume: 30, isMuted: true }],
      ['{"muted":true,"volume":30}'],
    ],
    [
      'a change of the rate',
      [{ type: 'changed', changes: { playbackRate: 1.5 } }],
      ['{"playbackRate":1.5}'],
    ],
    [
      'a choice of the viewer that no getter reads',
      [{ type: 'changed', changes: { fixedQualityId: 'b' } }],
      [],
    ],
    ['full screen', [{ type: 'changed', changes: { isFullscreen: true } }], []],
    ['the first frame', [{ type: 'first_frame' }], []],
  ])('about %s has exactly the changed keys', (_, events, infos) => {
    const { store, takeTexts } = startBoundHost({}, (known) => {
      cueVideo(known);
      known.dispatch({ type: 'qualities', levels: [{ id: 'b', height: 720, bitrate: 1 }] });
    });
    events.forEach(store.dispatch);
    expect(takeTexts()).toEqual(
      infos.map((info) => `{"event":"infoDelivery","info":${info},"id":1,"channel":"widget"}`),
    );
  });

  test('about a new size of the frame has the size', () => {
    const { facts, resize, takeTexts } = startBoundHost();
    facts.size = { width: 320, height: 180 };
    resize();
    expect(takeTexts()).toEqual([
      '{"event":"infoDelivery","info":{"size":{"width":320,"height":180}},"id":1,"channel":"widget"}',
    ]);
  });
});
