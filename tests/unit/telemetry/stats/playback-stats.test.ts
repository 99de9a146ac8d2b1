import { expect, test } from 'vitest';
import { startTestStats } from './start-test-stats.ts';

test('a playback is reported once when it first plays, and its watched segments at a pause', () => {
  const player = startTestStats();
  player.load('v1', 12.3456);
  expect(player.reported).toEqual([]);
  player.dispatch({ type: 'changed', changes: { engine: 'hls' } });
  player.play();
  player.watch(4);
  player.pause();
  player.play();
  player.watch(1);
  player.pause();
  const common = { videoId: 'v1', cpn: 'cpn1', volume: 100, isMuted: false, isVisible: true };
  const { reported } = player;
  expect(reported.map(({ name }) => name)).toEqual([
    'video_stats.playback',
    'video_stats.watchtime',
    'video_stats.watchtime',
  ]);
  expect(reported.map(({ payload }) => payload)).toEqual([
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
  expect(reported.map(({ sequenceGroup }) => sequenceGroup)).toEqual(['cpn1', 'cpn1', 'cpn1']);
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
  player.report('waiting');
  player.report('playing');
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
  player.playback.initiator = 'viewer';
  player.play();
  player.watch(1);
  player.load('v2');
  player.play();
  player.playback.initiator = 'viewer';
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
  expect(player.reported).toEqual([]);
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
