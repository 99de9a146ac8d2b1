import type Hls from 'hls.js';
import { ErrorDetails, Events } from 'hls.js';
import { expect, test } from 'vitest';
import { followLiveEdge } from '../../../../hls/playback/follow-live-edge.ts';

/** A stream with parts of a second, whose viewer should be at second 60, and its media. */
function openStream({ isAtEdge = true, live = true, partTarget = 1 } = {}) {
  const media = Object.assign(new EventTarget(), {
    ...{ currentTime: 0, playbackRate: 1, paused: false, seeking: false, readyState: 4 },
  });
  const listeners = new Map<string, (event: string, data: object) => void>();
  const hls = {
    latestLevelDetails: { live, partTarget, targetduration: 4 },
    liveSyncPosition: 60,
    targetLatency: 3,
    mainForwardBufferInfo: { len: 2 },
    on: (event: string, listener: (event: string, data: object) => void) =>
      listeners.set(event, listener),
  };
  const edge = followLiveEdge(hls as unknown as Hls, media, isAtEdge);
  const trigger = (event: string, data = {}) => listeners.get(event)?.(event, data);
  return {
    hls,
    media,
    edge,
    at(event: 'seeking' | 'playing' | 'timeupdate', seconds: number) {
      Object.assign(media, { currentTime: seconds, seeking: event === 'seeking' });
      media.dispatchEvent(new Event(event));
      return media.currentTime;
    },
    reload: () => trigger(Events.LEVEL_UPDATED),
    stall: () => trigger(Events.ERROR, { details: ErrorDetails.BUFFER_STALLED_ERROR }),
    fail: () => trigger(Events.ERROR, { details: ErrorDetails.FRAG_LOAD_ERROR }),
  };
}

test('a stream that is slow to start plays for a second, and then skips the media from meanwhile', () => {
  const { at } = openStream();
  at('seeking', 50);
  expect(at('playing', 50.2)).toBe(50.2);
  expect(at('timeupdate', 51.2)).toBe(60);
});

test('a stream that starts at once is unchanged', () => {
  const { at, media } = openStream();
  at('seeking', 60);
  expect(at('playing', 60)).toBe(60);
  expect(media.playbackRate).toBe(1);
});

test('a stream that has ended plays from its start', () => {
  const { at, edge } = openStream({ live: false });
  at('seeking', 50);
  expect(at('playing', 50.2)).toBe(50.2);
  expect(edge.targetSec()).toBeNull();
});

test.each([
  ['a viewer who seeks before it plays', true, [50, 20]],
  ['a stream that starts at a given second', false, [20]],
])('%s stays there', (_, isAtEdge, seeks) => {
  const { at, media } = openStream({ isAtEdge });
  for (const seconds of seeks) {
    at('seeking', seconds);
    media.paused = true;
    at('timeupdate', seconds);
  }
  media.paused = false;
  expect(at('playing', 20)).toBe(20);
});

test('playback that falls behind catches up, also between two events of the element', () => {
  const { at, hls, media, reload } = openStream();
  at('seeking', 60);
  at('playing', 60);
  hls.liveSyncPosition = 61;
  reload();
  expect(media.playbackRate).toBe(1.2);
  at('timeupdate', 61);
  expect(media.playbackRate).toBe(1);
  hls.liveSyncPosition = 90;
  reload();
  expect(media.currentTime).toBe(90);
});

test.each([
  ['with parts', 1, 57],
  ['without parts', 0, 70],
])('a seek to 4 s before the target of a stream %s', (_, partTarget, position) => {
  const { at, hls } = openStream({ isAtEdge: false, partTarget });
  at('seeking', 56);
  hls.liveSyncPosition = 70;
  at('playing', 56);
  expect(at('timeupdate', 57)).toBe(position);
});

test('the target is the stream’s, and farther after several stalls', () => {
  const { edge, stall, fail } = openStream();
  for (const disturb of [stall, stall, fail, fail]) disturb();
  expect(edge.targetSec()).toBe(3);
  stall();
  expect(edge.targetSec()).toBe(3.5);
});

test('an engine that was disposed of does not seek', () => {
  const { at, edge, reload, media } = openStream();
  at('seeking', 50);
  edge.stop();
  reload();
  expect(at('playing', 50)).toBe(50);
  expect(media.playbackRate).toBe(1);
});
