import type Hls from 'hls.js';
import { expect, test } from 'vitest';
import { startAtLiveEdge } from '../../../../hls/playback/start-at-live-edge.ts';

/** A stream with parts of a second, whose viewer should be at second 60, and its media. */
function openStream(details: Partial<{ live: boolean; partTarget: number }> = {}) {
  const media = Object.assign(new EventTarget(), { currentTime: 0 });
  const hls = {
    latestLevelDetails: { live: true, partTarget: 1, ...details },
    liveSyncPosition: 60,
  };
  const forget = startAtLiveEdge(hls as unknown as Hls, media as HTMLMediaElement);
  const at = (event: 'seeking' | 'playing', seconds: number) => {
    media.currentTime = seconds;
    media.dispatchEvent(new Event(event));
    return media.currentTime;
  };
  return { hls, at, forget };
}

test('a low-latency stream that is slow to start skips the media from meanwhile', () => {
  const { at } = openStream();
  at('seeking', 50);
  expect(at('playing', 50.2)).toBe(60);
});

test('a stream that starts at once, within a part of its edge, is unchanged', () => {
  const { at } = openStream();
  at('seeking', 59.5);
  expect(at('playing', 59.5)).toBe(59.5);
});

test.each([
  ['a stream without parts', { partTarget: 0 }],
  ['a stream that has ended', { live: false }],
])('%s plays from its start', (_, details) => {
  const { at } = openStream(details);
  at('seeking', 50);
  expect(at('playing', 50.2)).toBe(50.2);
});

test('a viewer who seeks before it plays stays there', () => {
  const { at } = openStream();
  at('seeking', 50);
  at('seeking', 20);
  expect(at('playing', 20)).toBe(20);
});

test('a viewer who falls behind while watching misses nothing', () => {
  const { hls, at } = openStream();
  at('seeking', 60);
  at('playing', 60);
  hls.liveSyncPosition = 90;
  expect(at('playing', 61)).toBe(61);
});

test('an engine that was disposed of does not seek', () => {
  const { at, forget } = openStream();
  at('seeking', 50);
  forget();
  expect(at('playing', 50)).toBe(50);
});
