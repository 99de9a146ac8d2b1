import { expect, test } from 'vitest';
import { intersectRanges, makeRanges } from '../../../../hls/worker/time-ranges.ts';
import {
  type MirroredSource,
  WorkerMediaElement,
} from '../../../../hls/worker/worker-media-element.ts';
import type { FromMediaWorker, MediaState } from '../../../../shared/rpc/media-mirror.ts';

const ranges = (...spans: [number, number][]) => makeRanges(spans);
const spans = ({ length, start, end }: ReturnType<typeof ranges>) =>
  Array.from({ length }, (_, index) => [start(index), end(index)]);

const playing: MediaState = {
  currentTime: 10,
  duration: 60,
  playbackRate: 1,
  readyState: 4,
  isPaused: false,
  isSeeking: false,
  isEnded: false,
  isLooping: false,
  error: null,
  seekCount: 0,
  othersSeekCount: 0,
};

function makeMirror(state: Partial<MediaState> = {}) {
  const posted: FromMediaWorker[] = [];
  const clock = { nowMs: 0 };
  const source: MirroredSource = {
    readyState: 'open',
    sourceBuffers: [{ buffered: ranges([0, 20]) }, { buffered: ranges([0, 18], [30, 40]) }],
  };
  const mirror = new WorkerMediaElement({
    state: { ...playing, ...state },
    size: { width: 640, height: 360, pixelRatio: 1 },
    post: (message) => posted.push(message),
    now: () => clock.nowMs,
    sourceOf: (address) => (address === 'blob:it' ? source : undefined),
    handleOf: () => new ArrayBuffer(1),
    setMediaKeys: async () => {},
  });
  mirror.src = 'blob:it';
  const events: string[] = [];
  for (const name of ['seeking', 'seeked', 'playing', 'waiting', 'timeupdate'])
    mirror.addEventListener(name, () => events.push(name));
  return { mirror, posted, clock, events, source };
}

test('between two events time advances with the clock, at the rate, and never beyond the buffer', () => {
  const { mirror, clock } = makeMirror({ playbackRate: 2 });
  clock.nowMs = 1_500;
  expect(mirror.currentTime).toBe(13);
  clock.nowMs = 60_000;
  expect(mirror.currentTime).toBe(18);
});

test.each([
  ['is paused', { isPaused: true }],
  ['seeks', { isSeeking: true }],
  ['has ended', { isEnded: true }],
  ['lacks data to play on', { readyState: 2 }],
])('time stands still while the element %s', (_, state) => {
  const { mirror, clock } = makeMirror(state);
  clock.nowMs = 5_000;
  expect(mirror.currentTime).toBe(10);
});

test('time stands still while the element waits, whatever its readyState is, until it plays', () => {
  const { mirror, clock } = makeMirror();
  mirror.receive('waiting', { ...playing, currentTime: 12 });
  clock.nowMs = 5_000;
  expect(mirror.currentTime).toBe(12);
  mirror.receive('playing', { ...playing, currentTime: 12 });
  clock.nowMs = 6_000;
  expect(mirror.currentTime).toBe(13);
});

test('a seek of hls.js applies at once, and older reports of the element do not', () => {
  const { mirror, posted, events } = makeMirror();
  mirror.currentTime = 35;
  expect(posted.at(-1)).toEqual({ type: 'seek', to: 35, othersSeekCount: 0 });
  expect([mirror.currentTime, mirror.seeking]).toEqual([35, true]);
  mirror.receive('timeupdate', { ...playing, currentTime: 10.2 });
  mirror.receive('seeked', { ...playing, currentTime: 10.2 });
  expect([mirror.currentTime, mirror.seeking, events]).toEqual([35, true, ['timeupdate']]);
  mirror.receive('seeked', { ...playing, currentTime: 35, seekCount: 1 });
  expect([mirror.currentTime, mirror.seeking, events]).toEqual([
    35,
    false,
    ['timeupdate', 'seeked'],
  ]);
});

test('a rate is sent to the page once', () => {
  const { mirror, posted, clock } = makeMirror();
  clock.nowMs = 1_000;
  mirror.playbackRate = 1.5;
  mirror.playbackRate = 1.5;
  expect(posted.filter(({ type }) => type === 'rate')).toHaveLength(1);
  clock.nowMs = 2_000;
  expect(mirror.currentTime).toBe(12.5);
});

test('the media source is sent to the page when it is set, and removed once', () => {
  const { mirror, posted } = makeMirror();
  expect(posted.map(({ type }) => type)).toEqual(['attach']);
  expect([mirror.src, spans(mirror.buffered)]).toEqual(['blob:it', [[0, 18]]]);
  mirror.removeAttribute('src');
  mirror.removeAttribute('src');
  mirror.load();
  expect(posted.map(({ type }) => type)).toEqual(['attach', 'detach']);
  expect([mirror.src, spans(mirror.buffered)]).toEqual(['', []]);
});

test('nothing is buffered while the page removes the source', () => {
  const { mirror, source } = makeMirror();
  Object.defineProperty(source.sourceBuffers[0], 'buffered', {
    get: () => {
      throw new DOMException('Worker MediaSource attachment is closing', 'InvalidStateError');
    },
  });
  expect(mirror.buffered.length).toBe(0);
});

test('the buffer is what all tracks have, and at the end what the longest has', () => {
  const sound = ranges([0, 10], [20, 31]);
  const picture = ranges([0, 8], [9, 25], [26, 30]);
  expect(spans(intersectRanges([sound, picture], false))).toEqual([
    [0, 8],
    [9, 10],
    [20, 25],
    [26, 30],
  ]);
  expect(spans(intersectRanges([sound, picture], true)).at(-1)).toEqual([26, 31]);
  expect(spans(intersectRanges([], false))).toEqual([]);
  expect(spans(intersectRanges([sound, ranges()], true))).toEqual([]);
  expect(() => sound.start(2)).toThrow('no such range');
});
