import { expect, test } from 'vitest';
import { isAtLiveEdge, liveEdgeTime, liveLatencySec } from '../../../src/player/live-edge.ts';
import { initialPlayerState } from '../../../src/player/player-state.ts';

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
