import { expect, test } from 'vitest';
import { playbackStatsLimits } from '../../../../shared/limits/playback-stats-limits.ts';
import { startTestStats } from './start-test-stats.ts';

test('a playback is reported once when it first plays, and its watched segments at a pause', () => {
  const player = startTestStats();
  player.load('v1', 12.3456);
  expect(player.told).toEqual([]);
  player.dispatch({ type: 'changed', changes: { engine: 'hls' } });
  player.play();
  player.watch(4);
  player.pause();
  player.play();
  player.watch(1);
  player.pause();
  const common = { videoId: 'v1', cpn: 'cpn1', volume: 100, isMuted: false, isVisible: true };
  const { told } = player;
  expect(told.map(({ name }) => name)).toEqual([
    'video_stats.playback',
    'video_stats.watchtime',
    'video_stats.watchtime',
  ]);
  expect(told.map(({ payload }) => payload)).toEqual([
    {
      ...common,
      engine: 'hls',
      startedBy: 'host',
      startSeconds: 12.346,
      duration: 600,
      isLive: false,
    },
    { ...common, segments: [[12.346, 16.346]], playbackRate: 1 },
    { ...common, segments: [[16.346, 17.346]], playbackRate: 1 },
  ]);
  expect(told.map(({ sequenceGroup }) => sequenceGroup)).toEqual(['cpn1', 'cpn1', 'cpn1']);
});

test('while it plays its segments are reported every 30 s, without gap or overlap', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(70);
  expect(player.segments()).toEqual([[[0, 29.75]], [[29.75, 59.75]]]);
  player.pause();
  expect(player.segments().at(-1)).toEqual([[59.75, 70]]);
});

test('a timer runs only while it plays', () => {
  const player = startTestStats();
  const { clock } = player;
  player.load();
  expect(clock.timerCount).toBe(0);
  player.play();
  player.watch(1);
  player.seek(30);
  player.setRate(2);
  player.tell('waiting');
  player.tell('playing');
  expect(clock.timerCount).toBe(1);
  player.pause();
  expect(clock.timerCount).toBe(0);
  player.play();
  player.end();
  expect(clock.timerCount).toBe(0);
  player.play();
  player.life.abort();
  expect(clock.timerCount).toBe(0);
});

test('a seek ends a segment, and both are reported together', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(5);
  player.seek(100);
  player.watch(2);
  player.pause();
  expect(player.segments()).toEqual([
    [
      [0, 5],
      [100, 102],
    ],
  ]);
});

test('seeking again before the first seek has arrived, and pausing meanwhile, adds nothing', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(5);
  for (const currentTime of [100, 200]) player.tell('seeking', { currentTime });
  player.tell('paused', { isPaused: true, currentTime: 200 });
  player.tell('seeked', { isPaused: true, currentTime: 200 });
  expect(player.segments()).toEqual([[[0, 5]]]);
});

test('waiting for data is part of the segment around it', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(3);
  player.tell('waiting');
  player.clock.advance(20_000);
  player.tell('playing');
  player.watch(2);
  player.pause();
  expect(player.segments()).toEqual([[[0, 5]]]);
});

test('another rate ends the segment of the one before', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(4);
  player.setRate(2);
  player.watch(4);
  player.pause();
  expect(
    player.payloads('watchtime').map(({ segments, playbackRate }) => ({ segments, playbackRate })),
  ).toEqual([
    { segments: [[0, 4]], playbackRate: 1 },
    { segments: [[4, 12]], playbackRate: 2 },
  ]);
});

test('a jump of the time before the seeking event is not watched', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(5);
  player.tell('time', { currentTime: 500 });
  player.tell('seeking', { currentTime: 500 });
  player.tell('seeked', { currentTime: 500 });
  player.tell('paused', { isPaused: true, currentTime: 500 });
  const [[segment]] = player.segments() as [[readonly [number, number]]];
  expect(segment[0]).toBe(0);
  // Some tolerance for an element that reports its time late.
  expect(segment[1]).toBeGreaterThanOrEqual(5);
  expect(segment[1]).toBeLessThanOrEqual(6);
});

test('time that goes back by itself, or is invalid, adds nothing', () => {
  const player = startTestStats();
  player.load('v1', 50);
  player.play();
  player.tell('time', { currentTime: 20 });
  player.pause();
  player.play();
  player.tell('paused', { isPaused: true, currentTime: Number.NaN });
  expect(player.payloads('watchtime').flatMap(({ segments }) => segments)).toEqual([]);
});

test('an error and another video end the segment, in the group of its playback', () => {
  const player = startTestStats();
  player.load('v1');
  player.play();
  player.watch(3);
  player.dispatch({ type: 'failed', error: { name: 'fmt.decode', message: null } });
  expect(player.segments()).toEqual([[[0, 3]]]);
  player.load('v2');
  player.play();
  player.watch(2);
  player.load('v3', 40);
  player.play();
  player.watch(1);
  player.pause();
  const parts = player
    .payloads('watchtime')
    .map(({ videoId, cpn, segments }) => [videoId, cpn, segments]);
  expect(parts).toEqual([
    ['v1', 'cpn1', [[0, 3]]],
    ['v2', 'cpn2', [[0, 2]]],
    ['v3', 'cpn3', [[40, 41]]],
  ]);
});

test('the same video loaded again is another playback', () => {
  const player = startTestStats();
  for (let loads = 0; loads < 2; loads += 1) {
    player.load('v1');
    player.play();
    player.watch(1);
  }
  expect(player.payloads('playback').map(({ cpn }) => cpn)).toEqual(['cpn1', 'cpn2']);
});

test('a loop makes a playback of each round, without a user’s request', () => {
  const player = startTestStats({ isAutoplay: true });
  player.load();
  for (let round = 0; round < 3; round += 1) {
    player.play();
    player.watch(2);
    player.end();
  }
  expect(player.payloads('playback').map(({ cpn, startedBy }) => [cpn, startedBy])).toEqual([
    ['cpn1', 'player'],
    ['cpn2', 'player'],
    ['cpn3', 'player'],
  ]);
  expect(player.segments()).toEqual([[[0, 2]], [[0, 2]], [[0, 2]]]);
});

test('a request belongs to its own playback, and not to a later one', () => {
  const player = startTestStats();
  player.load('v1');
  player.playback.asker = 'viewer';
  player.play();
  player.watch(1);
  player.load('v2');
  player.play();
  player.playback.asker = 'viewer';
  player.pause();
  player.play();
  player.end();
  player.play();
  expect(player.payloads('playback').map(({ startedBy }) => startedBy)).toEqual([
    'viewer',
    'host',
    'player',
  ]);
});

test('time watched while hidden is reported separately', () => {
  const player = startTestStats();
  const turn = (isVisible: boolean) => {
    player.page.isVisible = isVisible;
    player.playback.close();
  };
  player.load();
  player.play();
  player.watch(2);
  turn(false);
  player.watch(3);
  turn(true);
  player.watch(1);
  player.pause();
  expect(
    player.payloads('watchtime').map(({ segments, isVisible }) => [segments, isVisible]),
  ).toEqual([
    [[[0, 2]], true],
    [[[2, 5]], false],
    [[[5, 6]], true],
  ]);
});

test('closing twice reports once; disposing reports the rest, and nothing later', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(2);
  player.playback.close();
  player.playback.close();
  player.watch(1);
  player.life.abort();
  player.watch(1);
  player.pause();
  player.playback.close();
  expect(player.segments()).toEqual([[[0, 2]], [[2, 3]]]);
});

test('events from before the statistics’ script loaded are reported afterwards', () => {
  const player = startTestStats({ isLate: true });
  player.load();
  player.play();
  player.watch(5);
  player.seek(60);
  player.watch(1);
  player.end();
  player.play();
  player.watch(1);
  expect(player.told).toEqual([]);
  player.start();
  player.watch(2);
  player.pause();
  expect(player.payloads('playback').map(({ cpn }) => cpn)).toEqual(['cpn1', 'cpn2']);
  expect(player.payloads('watchtime').map(({ cpn, segments }) => [cpn, segments])).toEqual([
    [
      'cpn1',
      [
        [0, 5],
        [60, 61],
      ],
    ],
    ['cpn2', [[0, 3]]],
  ]);
});

test('a host that plays and pauses endlessly is reported ten times a second at most, and nothing is missing', () => {
  const player = startTestStats();
  player.load();
  for (let round = 0; round < 100; round += 1) {
    player.play();
    player.watch(0.01);
    player.pause();
  }
  player.playback.close();
  expect(player.segments().length).toBeLessThanOrEqual(11);
  const watched = player.segments().flat();
  expect(watched).toHaveLength(100);
  expect(watched.at(-1)?.[1]).toBe(1);
});

test('a host that seeks endlessly fills events of up to 100 segments', () => {
  const player = startTestStats();
  player.load();
  player.play();
  for (let round = 0; round < 250; round += 1) {
    player.watch(0.01);
    player.seek(round);
  }
  player.pause();
  expect(player.segments().map((segments) => segments.length)).toEqual([
    playbackStatsLimits.segmentsMaxCount,
    playbackStatsLimits.segmentsMaxCount,
    50,
  ]);
});
