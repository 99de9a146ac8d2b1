import { expect, test } from 'vitest';
import { chooseRendition } from '../../../../../hls/worker/opening/choose-rendition.ts';

const init = { url: 'i' };
const rendition = (height: number, bandwidth: number) => ({
  playlist: `${height}p`,
  mimeType: 'video/mp4',
  init,
  segment: init,
  bandwidth,
  width: (height * 16) / 9,
  height,
});
const ladder = [
  rendition(240, 3e5),
  rendition(360, 8e5),
  rendition(720, 3e6),
  rendition(1_080, 6e6),
];
const tall = { width: 1_920, height: 1_080, pixelRatio: 1 };
const small = { width: 640, height: 360, pixelRatio: 1 };
const fast = { downlinkBps: 1e8, roundTripMs: 20, isSavingData: false };

test.each([
  ['a fast line and a large frame take the largest', tall, fast, 1_080],
  ['a small frame takes what fills it', small, fast, 360],
  ['on a screen with twice the pixels it takes the next', { ...small, pixelRatio: 2 }, fast, 720],
  ['a line of 7 Mbit/s takes what needs half of it', tall, { ...fast, downlinkBps: 7e6 }, 720],
  ['without an estimate the smallest', tall, { ...fast, downlinkBps: 0 }, 240],
  ['whoever saves data gets the smallest', tall, { ...fast, isSavingData: true }, 240],
  [
    'a long round trip is a slow line, whatever the estimate',
    tall,
    { ...fast, roundTripMs: 150 },
    360,
  ],
  ['a line slower than the smallest takes that', tall, { ...fast, downlinkBps: 5e4 }, 240],
  ['a frame without a size takes the smallest', { ...small, width: 0, height: 0 }, fast, 240],
] as const)('%s', (_, size, line, height) => {
  expect(chooseRendition(ladder, size, line)?.height).toBe(height);
});

test('nothing is chosen of nothing', () => {
  expect(chooseRendition([], tall, fast)).toBeUndefined();
});
