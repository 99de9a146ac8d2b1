import { expect, test } from 'vitest';
import { playbackStatsLimits } from '../../../../shared/limits/playback-stats-limits.ts';
import { startTestStats } from './start-test-stats.ts';

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
  for (const currentTime of [100, 200]) player.report('seeking', { currentTime });
  player.report('paused', { isPaused: true, currentTime: 200 });
  player.report('seeked', { isPaused: true, currentTime: 200 });
  expect(player.segments()).toEqual([[[0, 5]]]);
});

test('waiting for data is part of the segment around it', () => {
  const player = startTestStats();
  player.load();
  player.play();
  player.watch(3);
  player.report('waiting');
  player.clock.advance(20_000);
  player.report('playing');
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
  player.report('time', { currentTime: 500 });
  player.report('seeking', { currentTime: 500 });
  player.report('seeked', { currentTime: 500 });
  player.report('paused', { isPaused: true, currentTime: 500 });
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
  player.report('time', { currentTime: 20 });
  player.pause();
  player.play();
  player.report('paused', { isPaused: true, currentTime: Number.NaN });
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

test.each([
  { script: 'its script at once', isLate: false },
  { script: 'a script that loads late', isLate: true },
])('time watched while hidden is reported separately, with $script', ({ isLate }) => {
  const player = startTestStats({ isLate });
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
  if (isLate) player.start();
  player.pause();
  expect(
    player.payloads('watchtime').map(({ segments, isVisible }) => [segments, isVisible]),
  ).toEqual([
    [[[0, 2]], true],
    [[[2, 5]], false],
    [[[5, 6]], true],
  ]);
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
