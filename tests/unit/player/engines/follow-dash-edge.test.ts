import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followDashEdge } from '../../../../src/player/engines/follow-dash-edge.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A stream with segments of two seconds, whose end is at second 60 at the start. */
function openStream({ isAtEdge = true, isLive = true } = {}) {
  const video = Object.assign(new EventTarget(), {
    ...{ currentTime: 0, playbackRate: 1, paused: true, seeking: false, readyState: 4 },
    HAVE_FUTURE_DATA: 3,
  });
  const stream = { endSec: 60, isLive };
  let changeState = (_state: string) => {};
  const player = {
    addEventListener(_event: string, listener: (state: string) => void) {
      changeState = listener;
    },
    getCurrentBufferGap: () => 4,
    getMaximumPosition: () => stream.endSec,
    isLive: () => stream.isLive,
  };
  const edge = followDashEdge(player as never, video as unknown as HTMLVideoElement, isAtEdge);
  const at = (event: string, seconds: number) => {
    Object.assign(video, { currentTime: seconds, seeking: event === 'seeking' });
    video.dispatchEvent(new Event(event));
  };
  return {
    ...{ video, stream, edge, at },
    play(seconds: number) {
      video.paused = false;
      at('playing', seconds);
    },
    /** Time passes, and the stream grows by as much. */
    pass(seconds: number) {
      vi.advanceTimersByTime(seconds * 1_000);
      stream.endSec += seconds;
    },
    stall: () => changeState('BUFFERING'),
  };
}

test('playback that stood still returns to the distance at which it first played', () => {
  const { play, pass, at, video } = openStream();
  play(52);
  pass(10);
  at('timeupdate', 57);
  expect(video.currentTime).toBe(62);
});

test('a short delay is made up by a faster rate', () => {
  const { play, pass, at, video } = openStream();
  play(52);
  pass(10);
  at('timeupdate', 61);
  expect(video).toMatchObject({ currentTime: 61, playbackRate: 1.2 });
  pass(5);
  at('timeupdate', 67);
  expect(video.playbackRate).toBe(1);
});

test('a new segment moves the edge, and nothing is made up', () => {
  const { play, at, video, stream } = openStream();
  play(52);
  stream.endSec += 2;
  at('timeupdate', 52);
  expect(video).toMatchObject({ currentTime: 52, playbackRate: 1 });
});

test('a stream whose sender stood still is not left behind by the clock', () => {
  const { play, at, video } = openStream();
  play(52);
  vi.advanceTimersByTime(20_000);
  at('timeupdate', 58);
  expect(video).toMatchObject({ currentTime: 58, playbackRate: 1 });
});

test('a stream that RxPlayer holds for want of media is neither moved nor taken for slowed down', () => {
  const { play, pass, at, video } = openStream();
  play(52);
  pass(10);
  video.playbackRate = 0;
  at('timeupdate', 57);
  expect(video).toMatchObject({ currentTime: 57, playbackRate: 0 });
  video.playbackRate = 1;
  at('playing', 57);
  expect(video.currentTime).toBe(62);
});

test('the time until the first picture is not made up', () => {
  const { play, pass, at, video } = openStream();
  at('timeupdate', 52);
  pass(3);
  play(52);
  expect(video.currentTime).toBe(52);
});

test.each([
  ['before the first picture', false],
  ['during playback', true],
])('a viewer who seeks back %s stays there', (_, isPlaying) => {
  const { play, pass, at, video } = openStream();
  at('timeupdate', 52);
  if (isPlaying) play(52);
  at('seeking', 40);
  play(40);
  pass(10);
  at('timeupdate', 44);
  expect(video).toMatchObject({ currentTime: 44, playbackRate: 1 });
});

test('after a seek to the edge, playback keeps its distance from there', () => {
  const { play, pass, at, video, edge } = openStream({ isAtEdge: false });
  play(20);
  pass(10);
  at('timeupdate', 25);
  expect(video.currentTime).toBe(25);
  expect(edge.targetSec()).toBeNull();
  at('seeking', 64);
  play(64);
  expect(edge.targetSec()).toBe(6);
  pass(10);
  at('timeupdate', 70);
  expect(video.currentTime).toBe(74);
});

test('a seek forward that stays far from the edge is a viewer’s choice', () => {
  const { play, pass, at, video } = openStream({ isAtEdge: false });
  play(10);
  at('seeking', 40);
  play(40);
  pass(10);
  at('timeupdate', 44);
  expect(video).toMatchObject({ currentTime: 44, playbackRate: 1 });
});

test('the target is the first distance, and farther after several stalls', () => {
  const { play, stall, edge } = openStream();
  expect(edge.targetSec()).toBeNull();
  play(52);
  expect(edge.targetSec()).toBe(8);
  for (let count = 0; count < 3; count += 1) stall();
  expect(edge.targetSec()).toBe(8.5);
});

test('a recording is left alone', () => {
  const { play, pass, at, video, edge } = openStream({ isLive: false });
  play(0);
  pass(30);
  at('timeupdate', 10);
  expect(video).toMatchObject({ currentTime: 10, playbackRate: 1 });
  expect(edge.targetSec()).toBeNull();
});

test('an engine that was disposed of does not seek', () => {
  const { play, pass, at, video, edge } = openStream();
  play(52);
  edge.stop();
  pass(10);
  at('timeupdate', 57);
  expect(video.currentTime).toBe(57);
});
