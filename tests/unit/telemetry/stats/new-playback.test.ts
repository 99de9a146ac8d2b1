import { expect, test } from 'vitest';
import { startTestStats } from './start-test-stats.ts';

type Player = ReturnType<typeof startTestStats>;

const request = (player: Player, videoId: string) =>
  player.dispatch({
    type: 'video_requested',
    videoId,
    playlist: null,
    isCued: false,
    startSeconds: 0,
  });

/** Whether this event begins another playback. */
function beginsWith(player: Player, act: () => void): boolean {
  const { cpn } = player.playback;
  act();
  return player.playback.cpn !== cpn;
}

test('the request for a video and its arrival are one load', () => {
  const player = startTestStats();
  player.load('v1');
  expect(beginsWith(player, () => request(player, 'v2'))).toBe(true);
  expect(beginsWith(player, () => player.load('v2'))).toBe(false);
});

test('the request for a list, the one for its first video, and its arrival are one load', () => {
  const player = startTestStats();
  player.load('v1');
  expect(beginsWith(player, () => request(player, ''))).toBe(true);
  expect(beginsWith(player, () => request(player, 'v2'))).toBe(false);
  expect(beginsWith(player, () => player.load('v2'))).toBe(false);
});

test('the page’s first video is its first playback', () => {
  const player = startTestStats();
  expect(beginsWith(player, () => player.load('v1'))).toBe(false);
});

test('an error belongs to its playback; the next load does not', () => {
  const player = startTestStats();
  request(player, 'v1');
  const fail = () =>
    player.dispatch({ type: 'failed', error: { name: 'net.retryexhausted', message: null } });
  expect(beginsWith(player, fail)).toBe(false);
  expect(beginsWith(player, () => request(player, 'v1'))).toBe(true);
});

test('stopping a video ends its playback', () => {
  const player = startTestStats();
  player.load('v1');
  player.play();
  expect(beginsWith(player, () => player.dispatch({ type: 'stopped' }))).toBe(true);
});

test('going back after the end is another playback, pausing and seeking before it are not', () => {
  const player = startTestStats();
  player.load('v1');
  player.play();
  const act = () => {
    player.pause();
    player.seek(5);
    player.play();
    player.end();
  };
  expect(beginsWith(player, act)).toBe(false);
  const goBack = () => {
    player.report('seeking', { currentTime: 9, isPaused: true });
    player.report('seeked', { currentTime: 9, isPaused: true });
  };
  expect(beginsWith(player, goBack)).toBe(true);
});
