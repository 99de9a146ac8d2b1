import { expect, test } from 'vitest';
import {
  countMedia,
  type MediaCount,
  noMedia,
} from '../../../../src/telemetry/performance/count-media.ts';

const low = { id: 'low', height: 240, bitrate: 800 };
const high = { id: 'high', height: 720, bitrate: 8_000 };
const qualities = [high, low];
const count = (
  before: MediaCount,
  state: Omit<Parameters<typeof countMedia>[1], 'fixedQualityId'>,
) => countMedia(before, { fixedQualityId: null, ...state });
const range = (start: number, end: number) => ({ start, end });

test('media counts with its seconds and the bitrate of its quality', () => {
  const first = count(noMedia, { qualities, qualityId: 'high', buffered: [range(0, 4)] });
  expect(first.bytes).toBe(4_000);
  const next = count(first, { qualities, qualityId: 'low', buffered: [range(0, 14)] });
  expect(next.bytes).toBe(5_000);
});

test('a quality that was set is the one that loads, while the earlier one still plays', () => {
  const state = { qualities, qualityId: 'high', fixedQualityId: 'low', buffered: [range(0, 8)] };
  expect(countMedia(noMedia, state).bytes).toBe(800);
});

test('what a seek finds in the buffer counts once, and what is loaded again counts again', () => {
  const apart = [range(0, 4), range(20, 24)];
  const first = count(noMedia, { qualities, qualityId: 'low', buffered: apart });
  expect(first.bytes).toBe(800);
  const joined = count(first, { qualities, qualityId: 'low', buffered: [range(0, 24)] });
  expect(joined.bytes).toBe(2_400);
  const dropped = count(joined, { qualities, qualityId: 'low', buffered: [range(20, 24)] });
  expect(dropped.bytes).toBe(2_400);
  const again = count(dropped, { qualities, qualityId: 'low', buffered: [range(10, 24)] });
  expect(again.bytes).toBe(3_400);
});

test('media whose quality is not known yet counts once it is', () => {
  const buffered = [range(0, 4)];
  const unknown = count(noMedia, { qualities: [], qualityId: null, buffered });
  expect(unknown.bytes).toBeNull();
  expect(count(unknown, { qualities, qualityId: 'low', buffered }).bytes).toBe(400);
});

test('the bytes of a file of unknown bitrate stay unknown', () => {
  const file = [{ id: 'file', height: 720, bitrate: 0 }];
  expect(
    count(noMedia, { qualities: file, qualityId: 'file', buffered: [range(0, 9)] }).bytes,
  ).toBeNull();
});
