import { expect, test } from 'vitest';
import { isAtLiveEdge, liveEdgeTime, liveLatencySec } from '../../../src/parts/live-edge.ts';
import { initialPlayerState } from '../../../src/player/state/player-state.ts';
import { makeVideo } from '../player/make-video.ts';

const live = { ...initialPlayerState, isLive: true, seekable: { start: 100, end: 160 } };

test('a stream is as far behind live as its viewer is from the newest that can be watched', () => {
  expect(liveLatencySec({ ...live, currentTime: 154 })).toBe(6);
  expect(liveLatencySec({ ...live, currentTime: 161 })).toBe(0);
  expect(liveLatencySec({ ...live, seekable: null })).toBeNull();
  expect(liveLatencySec({ ...live, isLive: false })).toBeNull();
});

test('the badge tells who watches live from who has gone back, and leads to the edge', () => {
  expect(isAtLiveEdge({ ...live, currentTime: 154 })).toBe(true);
  expect(isAtLiveEdge({ ...live, currentTime: 120 })).toBe(false);
  expect(isAtLiveEdge({ ...live, seekable: null })).toBe(true);
  expect(isAtLiveEdge({ ...live, isLive: false, currentTime: 154 })).toBe(false);
  const goneLive = { ...live, currentTime: liveEdgeTime(live) };
  expect(isAtLiveEdge(goneLive)).toBe(true);
});

test('of a stream with low latency the edge is where its server says, and going back leads there', () => {
  const response = makeVideo({ isLive: true, holdBackSec: 1.5 });
  const low = { ...live, response };
  expect(liveEdgeTime(low)).toBe(158.5);
  expect(liveEdgeTime(live)).toBe(154);
  expect(isAtLiveEdge({ ...low, currentTime: 154 })).toBe(true);
  expect(isAtLiveEdge({ ...low, currentTime: 150 })).toBe(false);
  expect(isAtLiveEdge({ ...live, currentTime: 150 })).toBe(true);
});
