import { describe, expect, test } from 'vitest';
import { apiInterface } from '../../../src/bridge/host-commands.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { english, makeVideo, spanish } from '../player/make-video.ts';
import { cued, cueVideo } from './cue-video.ts';
import { startTestHost, wordsOf } from './fake-host.ts';

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
