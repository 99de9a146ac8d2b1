import { expect, test } from 'vitest';
import { isAtLiveEdge, liveEdgeTime, liveLatencySec } from '../../../src/parts/live-edge.ts';
import { initialPlayerState } from '../../../src/player/state/player-state.ts';
import { makeVideo } from '../player/make-video.ts';

const live = { ...initialPlayerState, isLive: true, seekable: { start: 100, end: 160 } };

test('the distance from live is that to the newest playable moment', () => {
  expect(liveLatencySec({ ...live, currentTime: 154 })).toBe(6);
  expect(liveLatencySec({ ...live, currentTime: 161 })).toBe(0);
  expect(liveLatencySec({ ...live, seekable: null })).toBeNull();
  expect(liveLatencySec({ ...live, isLive: false })).toBeNull();
});

test('the badge shows whether the viewer is at the live edge, and leads there', () => {
  expect(isAtLiveEdge({ ...live, currentTime: 154 })).toBe(true);
  expect(isAtLiveEdge({ ...live, currentTime: 120 })).toBe(false);
  expect(isAtLiveEdge({ ...live, seekable: null })).toBe(true);
  expect(isAtLiveEdge({ ...live, isLive: false, currentTime: 154 })).toBe(false);
  const goneLive = { ...live, currentTime: liveEdgeTime(live) };
  expect(isAtLiveEdge(goneLive)).toBe(true);
});

test('with low latency the edge is where the server says, and the badge leads there', () => {
  const response = makeVideo({ isLive: true, holdBackSec: 1.5 });
  const low = { ...live, response };
  expect(liveEdgeTime(low)).toBe(158.5);
  expect(liveEdgeTime(live)).toBe(154);
  expect(isAtLiveEdge({ ...low, currentTime: 154 })).toBe(true);
  expect(isAtLiveEdge({ ...low, currentTime: 150 })).toBe(false);
  expect(isAtLiveEdge({ ...live, currentTime: 150 })).toBe(true);
});
