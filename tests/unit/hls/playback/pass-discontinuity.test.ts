import type Hls from 'hls.js';
import { expect, test } from 'vitest';
import type { HlsMedia } from '../../../../hls/playback/hls-media.ts';
import { passDiscontinuity } from '../../../../hls/playback/pass-discontinuity.ts';

const fragments = [
  { start: 36, end: 38, cc: 1 },
  { start: 38, end: 40, cc: 1 },
  { start: 40, end: 42, cc: 2 },
  { start: 42, end: 44, cc: 2 },
];

/** @returns where a seek ends, and how many seeks it took */
function seekTo(seconds: number, details: object | null = { fragments }) {
  const seeks: number[] = [];
  class Media extends EventTarget {
    get currentTime(): number {
      return seeks.at(-1) ?? 0;
    }
    set currentTime(to: number) {
      // As an element rounds it.
      seeks.push(Math.floor(to * 1e6) / 1e6);
      this.dispatchEvent(new Event('seeking'));
    }
  }
  const media = new Media();
  passDiscontinuity({ latestLevelDetails: details } as Hls, media as unknown as HlsMedia);
  media.currentTime = seconds;
  return seeks;
}

test('a seek to the first moment after a discontinuity goes a tenth of a second further, once', () => {
  expect(seekTo(40)).toEqual([40, 40.1]);
  expect(seekTo(40.04)).toEqual([40.04, 40.1]);
});

test('other seeks stay where they are', () => {
  for (const seconds of [0, 36, 38, 39.99, 40.06, 42, 44, 100])
    expect(seekTo(seconds)).toEqual([seconds]);
  expect(seekTo(40, null)).toEqual([40]);
});
