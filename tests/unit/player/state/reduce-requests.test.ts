import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import { placeholderVideoId } from '../../../../shared/player/video-id.ts';
import { playlistAt } from '../../../../src/player/session/playlist.ts';
import type { PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { initialPlayerState, type PlayerState } from '../../../../src/player/state/player-state.ts';
import { reduce } from '../../../../src/player/state/reduce.ts';
import { english, makeReading, makeVideo } from '../make-video.ts';

const video = makeVideo(
  {},
  {
    captionTracks: [english],
    chapters: [{ startSeconds: 0, title: 'Red' }],
    posterUrl: '/p.jpg',
    storyboardUrl: '/s.vtt',
  },
);
const viewer: PlayerEvent[] = [
  { type: 'volume', volume: 30, isMuted: true },
  { type: 'changed', changes: { playbackRate: 1.5 } },
  { type: 'captions', language: 'en' },
  { type: 'changed', changes: { captionsFontSize: 2 } },
  { type: 'changed', changes: { isFullscreen: true } },
  { type: 'changed', changes: { isLooping: true } },
  { type: 'changed', changes: { playlist: playlistAt('PL1', ['offstage001', 'offstage002'], 1) } },
];
const busy: PlayerEvent[] = [
  { type: 'video_changed', video, isCued: true, startSeconds: 0 },
  ...viewer,
  { type: 'changed', changes: { engine: 'hls.js' } },
  { type: 'qualities', levels: [{ id: '0', height: 720, bitrate: 1 }] },
  { type: 'changed', changes: { qualityId: '0' } },
  { type: 'changed', changes: { fixedQualityId: '0' } },
  { type: 'first_frame' },
  { type: 'playing', media: makeReading({ currentTime: 30, buffered: [{ start: 0, end: 40 }] }) },
  { type: 'seeking', media: makeReading({ currentTime: 31 }) },
  { type: 'failed', error: { name: 'fmt.decode', message: null } },
];
const stateAfter = (...events: PlayerEvent[]): PlayerState =>
  events.reduce(reduce, initialPlayerState);

describe('a requested video', () => {
  const request: PlayerEvent = {
    type: 'video_requested',
    videoId: 'offstage002',
    playlist: null,
    isCued: true,
    startSeconds: 7,
  };

  test('removes the previous one from the stage, and keeps the viewer’s and the page’s state', () => {
    const {
      volume,
      isMuted,
      playbackRate,
      captionsWanted,
      captionsFontSize,
      isFullscreen,
      isLooping,
    } = stateAfter(...busy);
    const kept = {
      volume,
      isMuted,
      playbackRate,
      captionsWanted,
      captionsFontSize,
      isFullscreen,
      isLooping,
    };
    expect(kept).toMatchObject({
      volume: 30,
      playbackRate: 1.5,
      captionsWanted: 'en',
      captionsFontSize: 2,
    });
    expect(stateAfter(...busy, request)).toEqual({
      ...initialPlayerState,
      ...kept,
      videoId: 'offstage002',
      currentTime: 7,
    });
  });

  test('comes with its list at once', () => {
    const playlist = playlistAt('PL1', ['offstage003', 'offstage002'], 1);
    expect(stateAfter(...busy, { ...request, playlist })).toMatchObject({
      videoId: 'offstage002',
      playlist,
    });
  });

  test('is reported at its start until the element has got there', () => {
    const opened: PlayerEvent = {
      type: 'time',
      media: makeReading({ currentTime: 0, duration: 60 }),
    };
    const seeking: PlayerEvent = {
      type: 'seeking',
      media: makeReading({ currentTime: 7, duration: 60 }),
    };
    expect(stateAfter(request, opened)).toMatchObject({ currentTime: 7, duration: 60 });
    expect(stateAfter(request, opened, seeking, { type: 'first_frame' }, opened)).toMatchObject({
      currentTime: 0,
    });
  });

  test('waits when it is to be cued, and counts as to be played when loaded', () => {
    expect(stateAfter(...busy, request)).toMatchObject({
      playback: states.unstarted,
      isPlayRequested: false,
    });
    expect(stateAfter(...busy, { ...request, isCued: false })).toMatchObject({
      playback: states.unstarted,
      isPlayRequested: true,
    });
  });

  test('that then fails is no longer requested', () => {
    const failed: PlayerEvent = {
      type: 'failed',
      error: { name: 'net.retryexhausted', message: null },
    };
    expect(stateAfter({ ...request, isCued: false }, failed)).toMatchObject({
      isPlayRequested: false,
      error: { name: 'net.retryexhausted' },
      videoId: 'offstage002',
    });
  });
});

test('an invalid id in a reply counts as missing', () => {
  const nothing = makeVideo({ videoId: placeholderVideoId });
  expect(
    stateAfter({ type: 'video_changed', video: nothing, isCued: true, startSeconds: 0 }).videoId,
  ).toBe('');
});

describe('an event sets', () => {
  test.each<[PlayerEvent, Partial<PlayerState>]>([
    [{ type: 'changed', changes: { isLooping: true } }, { isLooping: true }],
    [{ type: 'changed', changes: { engine: 'rx-player' } }, { engine: 'rx-player' }],
    [{ type: 'changed', changes: { captionsFontSize: -1 } }, { captionsFontSize: -1 }],
    [{ type: 'changed', changes: { playlist: null } }, { playlist: null }],
    [{ type: 'changed', changes: { fixedQualityId: '0' } }, { fixedQualityId: '0' }],
    [{ type: 'changed', changes: { qualityId: '0' } }, { qualityId: '0' }],
  ])('%j, and nothing else', (event, changes) => {
    const before = { ...initialPlayerState, playlist: playlistAt('', ['a'], 0) };
    expect(reduce(before, event)).toEqual({ ...before, ...changes });
    const after = reduce(before, event);
    expect(reduce(after, event)).toBe(after);
  });
});

describe('an element without media', () => {
  const nothing = makeReading({
    currentTime: 0,
    duration: 0,
    seekable: null,
    isPaused: true,
    canGoOn: false,
  });

  test.each(['time', 'seeking', 'seeked', 'paused', 'playing', 'ended'] as const)(
    'that reports %s changes neither time, duration nor buffer',
    (type) => {
      const cuedAt7: PlayerEvent = { type: 'video_changed', video, isCued: true, startSeconds: 7 };
      expect(stateAfter(cuedAt7, { type, media: nothing })).toMatchObject({
        currentTime: 7,
        duration: 64,
        buffered: [],
        seekable: null,
      });
    },
  );

  test('that reports the time changes nothing else', () => {
    const state = stateAfter({ type: 'video_changed', video, isCued: true, startSeconds: 7 });
    expect(reduce(state, { type: 'time', media: nothing })).toBe(state);
  });

  test('that pauses because its media was removed does not pause the next video', () => {
    const state = stateAfter(...busy, {
      type: 'video_changed',
      video,
      isCued: true,
      startSeconds: 0,
    });
    expect(reduce(state, { type: 'paused', media: nothing }).playback).toBe(states.cued);
  });
});

test('a video that plays a moment before it seeks to the start does not report that moment', () => {
  const at = (type: 'time' | 'seeking' | 'seeked', currentTime: number): PlayerEvent => ({
    type,
    media: makeReading({ currentTime }),
  });
  const started = stateAfter(
    { type: 'video_changed', video, isCued: false, startSeconds: 7 },
    at('time', 0.005),
  );
  expect(started.currentTime).toBe(7);
  // The clamped start, and seeks of others, are reported.
  expect(reduce(reduce(started, at('seeking', 3)), at('seeked', 3)).currentTime).toBe(3);
});

test('a stopped video is cued at its first picture, and its buffer is released', () => {
  const playing: PlayerEvent = {
    type: 'playing',
    media: makeReading({ currentTime: 30, buffered: [{ start: 0, end: 40 }] }),
  };
  const cued: PlayerEvent = { type: 'video_changed', video, isCued: false, startSeconds: 5 };
  expect(stateAfter(cued, playing, { type: 'first_frame' }, { type: 'stopped' })).toMatchObject({
    playback: states.cued,
    currentTime: 0,
    buffered: [],
    hasFirstFrame: false,
    isPlayRequested: false,
    videoId: 'offstage001',
    duration: 64,
  });
});

test('a live stream plays at normal speed, whatever rate the viewer chose before', () => {
  const live = makeVideo({ isLive: true, lengthSeconds: 0 });
  expect(
    stateAfter(...viewer, { type: 'video_changed', video: live, isCued: true, startSeconds: 0 }),
  ).toMatchObject({
    playbackRate: 1,
    isLive: true,
    duration: 0,
  });
});

test('a playing video has had its first picture, even if no event reported it', () => {
  const playing: PlayerEvent = { type: 'playing', media: makeReading({ currentTime: 1 }) };
  const cued: PlayerEvent = { type: 'video_changed', video, isCued: true, startSeconds: 0 };
  expect(stateAfter(cued)).toMatchObject({ hasFirstFrame: false });
  expect(stateAfter(cued, playing)).toMatchObject({ hasFirstFrame: true });
});
