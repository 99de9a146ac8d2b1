import { expect, test } from 'vitest';
import { requestTrack } from '../../../../../hls/worker/opening/play-track.ts';
import { openingLimits } from '../../../../../shared/limits/opening-limits.ts';

const chunkBytes = 16_384;
const track = {
  mimeType: 'video/mp4',
  init: { url: '/init.mp4' },
  segment: { url: '/segment.m4s' },
};

/** Bytes of empty boxes, the smallest there are. */
function emptyBoxes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunkBytes);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 8) view.setUint32(at, 8);
  return bytes;
}

/** Requests of a header, and of a segment that never ends. */
function endless(chunk: Uint8Array<ArrayBuffer>) {
  let chunksCount = 0;
  return {
    chunksCount: () => chunksCount,
    async *request({ url }: { url: string }) {
      if (url === track.init.url) yield new Uint8Array(8);
      else
        for (;;) {
          chunksCount += 1;
          yield chunk;
        }
    },
  };
}

const longBox = new Uint8Array(chunkBytes);
new DataView(longBox.buffer).setUint32(0, 2e9);

test.each([
  ['empty boxes', emptyBoxes()],
  ['a box that does not end', longBox],
])('a segment that begins with %s is given up after its first bytes', async (_, chunk) => {
  const { request, chunksCount } = endless(chunk);
  const appended: Uint8Array[] = [];
  await expect(
    requestTrack(track, request).play(async (bytes) => {
      appended.push(bytes);
    }),
  ).rejects.toThrow('does not begin the film');
  expect(appended).toEqual([]);
  expect(chunksCount()).toBe(Math.ceil(openingLimits.beginningMaxBytes / chunkBytes));
});
