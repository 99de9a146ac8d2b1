import { beforeEach, describe, expect, test } from 'vitest';
import { playbackState } from '../../../../shared/player/playback-state.ts';
import type { DeviceReport } from '../../../../shared/telemetry/device-report.ts';
import { ok } from '../../../../shared/tools/result.ts';
import { isJustResumed, placeOf } from '../../../../src/parts/resume-rules.ts';
import { initialPlayerState } from '../../../../src/player/state/player-state.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { startResume } from '../../../../src/viewer/resume/start-resume.ts';
import { until } from '../../../support/until.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { makeReading, makeVideo } from '../../player/make-video.ts';

const { playing, paused, ended } = playbackState;

test.each([
  ['the position', { currentTime: 83.7 }, 83],
  ['none in the first 30 s', { currentTime: 29.9 }, null],
  ['none in the last twentieth', { currentTime: 191 }, null],
  ['none after the end', { currentTime: 100, playback: ended }, null],
  ['none for live streams', { currentTime: 100, isLive: true }, undefined],
  ['none without a duration', { currentTime: 100, duration: 0 }, undefined],
])('a video of 200 s stores: %s', (_, state, place) => {
  expect(placeOf({ ...initialPlayerState, duration: 200, playback: playing, ...state })).toBe(
    place,
  );
});

test.each([
  [null, 50, false],
  [50, 0, false],
  [50, 49.5, true],
  [50, 57.9, true],
  [50, 58, false],
])(
  'a video resumed at %j and now at %d s shows the notice: %j',
  (resumedAt, currentTime, isReported) => {
    expect(isJustResumed({ ...initialPlayerState, currentTime, resumedAt })).toBe(isReported);
  },
);

describe('a video', () => {
  let store: PlayerStore;
  let kept: number | null;
  let reports: DeviceReport[];
  let moves: number[];
  let hide: () => void;
  let clock: FakeClock;
  let playback: { initiator: string | null };

  beforeEach(() => {
    store = createPlayerStore();
    clock = createFakeClock();
    kept = 83;
    reports = [];
    moves = [];
    playback = { initiator: null };
  });

  function start(args: { start?: number | null; end?: number | null } = {}): void {
    startResume(
      {
        store,
        playback,
        controller: { setCurrentTime: (seconds) => void moves.push(seconds) },
        clock,
        args: { videoId: 'offstage001', start: null, end: null, ...args },
        services: {
          async reportDevice(report) {
            reports.push(report);
            return ok({ preferences: {}, cookie: null, resumeSeconds: kept });
          },
        },
        onHidden(listener) {
          hide = listener;
        },
      },
      new AbortController().signal,
    );
  }

  function show(changes: { videoId?: string; isLive?: boolean } = {}, startSeconds = 0): void {
    const video = makeVideo({ videoId: 'offstage001', lengthSeconds: 200, ...changes });
    store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds });
  }
  const media = (currentTime: number) => makeReading({ currentTime, duration: 200 });
  const play = (currentTime: number) =>
    store.dispatch({ type: 'playing', media: media(currentTime) });
  const answered = () => until(() => reports.some(({ opened }) => opened !== undefined));
  const watched = () =>
    reports.flatMap(({ watched: shown }) => (shown === undefined ? [] : [shown.seconds]));

  test('that waits is moved when it is played, and not before', async () => {
    show();
    start();
    await answered();
    await Promise.resolve();
    expect([reports, moves]).toEqual([[{ opened: 'offstage001' }], []]);
    store.dispatch({ type: 'starting' });
    expect(moves).toEqual([83]);
    expect(store.getState().resumedAt).toBe(83);
    play(83);
    expect(moves).toEqual([83]);
  });

  test('that already plays is moved by an early answer, and not by a late one', async () => {
    start();
    show();
    play(0.5);
    await until(() => moves.length > 0);
    expect(moves).toEqual([83]);
    show({ videoId: 'offstage002' });
    expect(store.getState().resumedAt).toBeNull();
    play(20);
    await until(() => reports.some(({ opened }) => opened === 'offstage002'));
    await Promise.resolve();
    expect(moves).toEqual([83]);
  });

  test.each([
    ['a live stream', () => show({ isLive: true })],
    ['a requested part', () => show({}, 12)],
  ])('that is not resumed nor stored: %s', async (_, showIt) => {
    start();
    showIt();
    play(50);
    store.dispatch({ type: 'paused', media: media(50) });
    hide();
    expect(reports).toEqual([]);
  });

  test('with a part in the page’s URL is not resumed nor stored', () => {
    start({ end: 100 });
    show();
    play(50);
    hide();
    expect(reports).toEqual([]);
  });

  test('that a host loads is stored, and begins where the host says', () => {
    start();
    playback.initiator = 'host';
    show();
    play(50);
    hide();
    expect(reports).toEqual([{ watched: { videoId: 'offstage001', seconds: 50 } }]);
  });

  test('is stored every 10 s, after a seek, at a pause, when the page hides and when another comes; each position once', async () => {
    kept = null;
    start();
    show();
    await answered();
    play(1);
    for (const seconds of [31, 41.5]) {
      store.dispatch({ type: 'moved', currentTime: seconds });
      clock.advance(10_000);
    }
    store.dispatch({ type: 'seeking', media: media(120) });
    store.dispatch({ type: 'waiting', media: media(120) });
    store.dispatch({ type: 'seeked', media: media(120) });
    store.dispatch({ type: 'paused', media: media(44) });
    hide();
    play(45);
    hide();
    store.dispatch({ type: 'time', media: media(46) });
    show({ videoId: 'offstage002' });
    expect(watched()).toEqual([31, 41, 120, 44, 45, 46]);
    expect(store.getState().playback).not.toBe(paused);
    expect(clock.timerCount).toBe(0);
  });

  test('that has ended is deleted', async () => {
    kept = null;
    start();
    show();
    await answered();
    play(1);
    store.dispatch({ type: 'moved', currentTime: 50 });
    clock.advance(10_000);
    store.dispatch({ type: 'ended', media: media(200) });
    expect(watched()).toEqual([50, null]);
  });
});
