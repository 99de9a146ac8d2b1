import { describe, expect, test } from 'vitest';
import { apiInterface } from '../../../src/bridge/host-commands.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { english, makeReading, makeVideo, spanish } from '../player/make-video.ts';
import { keysOf, startBoundHost, startTestHost } from './fake-host.ts';

const wordsOf = (text: string) => text.split(/\s+/).sort();

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

const cued: PlayerEvent = {
  type: 'video_changed',
  video: makeVideo(),
  isCued: true,
  startSeconds: 0,
};
const cueVideo = (store: PlayerStore) => store.dispatch(cued);
const reading = makeReading({
  currentTime: 16,
  buffered: [
    { start: 0, end: 2 },
    { start: 10, end: 32 },
  ],
});

describe('the snapshot', () => {
  function snapshot(prepare: (store: PlayerStore) => void = cueVideo): Record<string, unknown> {
    const { store, protocols, listen, take } = startTestHost();
    prepare(store);
    protocols.setReady();
    listen();
    return take()[0]?.info as Record<string, unknown>;
  }

  test('has the value of every getter of the interface', () => {
    const getters = apiInterface.filter((name) => /^(?:get|is)[A-Z]/.test(name));
    const keys = getters.map((name) =>
      name.replace(/^(?:get|is)(.)/, (_, first: string) => first.toLowerCase()),
    );
    expect(keys).toContain('muted');
    const info = snapshot();
    expect(keys.filter((key) => info[key] === undefined)).toEqual([]);
  });

  test('has the keys of the wire', () => {
    const wire =
      wordsOf(`apiInterface availablePlaybackRates availableQualityLevels currentTime duration option options
      playbackQuality playbackRate playerState playlist playlistId playlistIndex videoBytesLoaded videoBytesTotal
      videoLoadedFraction videoStartBytes videoEmbedCode videoUrl volume muted mediaReferenceTime size debugText
      videoData currentTimeLastUpdated_`);
    expect(Object.keys(snapshot())).toEqual(expect.arrayContaining(wire));
  });

  test('of a video without captions and playlist has empty values for them [spec-3.25]', () => {
    const { debugText, videoEmbedCode, progressState, ...info } = snapshot();
    expect(info).toEqual({
      apiInterface,
      audioTrack: null,
      availableAudioTracks: [],
      availablePlaybackRates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
      availableQualityLevels: [],
      captionTracks: [],
      currentTime: 0,
      currentTimeLastUpdated_: 1_610_191_891.79,
      duration: 64,
      mediaReferenceTime: 0,
      muted: false,
      option: {},
      options: [],
      playbackQuality: 'unknown',
      playbackRate: 1,
      playerState: 5,
      playlist: null,
      playlistId: null,
      playlistIndex: -1,
      size: { width: 640, height: 360 },
      sphericalProperties: {},
      videoBytesLoaded: 0,
      videoBytesTotal: 1,
      videoData: {
        video_id: 'offstage001',
        author: 'Offstage',
        title: 'Four Lights',
        isPlayable: true,
        errorCode: null,
        video_quality: 'unknown',
        video_quality_features: [],
        list: '',
      },
      videoLoadedFraction: 0,
      videoStartBytes: 0,
      videoUrl: 'https://player.example/watch?v=offstage001',
      volume: 100,
    });
    expect(JSON.parse(String(debugText))).toMatchObject({
      version: '1.2.3',
      videoId: 'offstage001',
      error: null,
    });
    expect(videoEmbedCode).toMatch(
      /^<iframe [^<>]*src="https:\/\/player\.example\/embed\/offstage001"[^<>]*><\/iframe>$/,
    );
    expect(progressState).toMatchObject({ current: 0, duration: 64 });
  });

  test('of a video in a playlist has its position', () => {
    const info = snapshot((store) => {
      const playlist = {
        listId: 'PL 1',
        videoIds: ['offstage002', 'offstage001'],
        index: 1,
        places: [0, 1],
      };
      store.dispatch({ type: 'changed', changes: { playlist } });
      cueVideo(store);
    });
    expect(info).toMatchObject({
      playlist: ['offstage002', 'offstage001'],
      playlistIndex: 1,
      playlistId: 'PL 1',
      videoUrl: 'https://player.example/watch?v=offstage001&list=PL%201',
      videoData: { list: 'PL 1' },
    });
  });

  test('of a video with captions and qualities has the choices', () => {
    const info = snapshot((store) => {
      store.dispatch({ ...cued, video: makeVideo({}, { captionTracks: [english, spanish] }) });
      store.dispatch({ type: 'captions', language: 'es' });
      const level = (id: string, height: number) => ({ id, height, bitrate: 1 });
      store.dispatch({
        type: 'qualities',
        levels: [level('a', 360), level('b', 1080), level('c', 360)],
      });
      store.dispatch({ type: 'changed', changes: { qualityId: 'b' } });
    });
    expect(info).toMatchObject({
      availableQualityLevels: ['hd1080', 'medium', 'auto'],
      playbackQuality: 'hd1080',
      captionTracks: [
        { languageCode: 'en', displayName: 'English' },
        { languageCode: 'es', displayName: 'Español' },
      ],
      options: ['captions'],
      option: {
        captions: {
          options: ['reload', 'fontSize', 'track', 'tracklist', 'translationLanguages'],
          track: { languageCode: 'es', displayName: 'Español' },
          tracklist: [{ languageCode: 'en' }, { languageCode: 'es' }],
          fontSize: 0,
        },
      },
    });
  });

  test('of a video that cannot be played has the error [spec-3.3, spec-3.26]', () => {
    const playabilityStatus = { status: 'ERROR', errorCode: 'video.notfound' } as const;
    const info = snapshot((store) =>
      store.dispatch({ ...cued, video: makeVideo({}, { playabilityStatus }) }),
    );
    expect(info).toMatchObject({
      playerState: -1,
      videoData: { isPlayable: false, errorCode: 100 },
    });
  });
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
