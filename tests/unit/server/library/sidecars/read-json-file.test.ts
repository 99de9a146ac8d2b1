import { expect, test } from 'vitest';
import { sampleMp4 } from '../../support/media-samples.ts';
import { scanFiles } from '../../support/scan-files.ts';

const sidecarOf = (bytes: number) => '{"title":"From the sidecar"}'.padEnd(bytes);

test('a sidecar that is too large is not read, and its video stays private', async () => {
  const { videos, warnings } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': sidecarOf(1_000_000),
    'b.mp4': sampleMp4,
    'b.json': sidecarOf(1_000_001),
    // It belongs to no video, so it needs no warning.
    'dataset.json': sidecarOf(2_000_000),
  });
  expect(videos.map(({ videoDetails }) => videoDetails.title)).toEqual(['From the sidecar', 'b']);
  expect(warnings).toEqual([
    'b.json: the file has 1000001 bytes; the limit is 1000000; the video is private until this is fixed.',
  ]);
});

test('playlists that are too large are not read', async () => {
  const { library, warnings } = await scanFiles({ 'playlists.json': '{}'.padEnd(1_000_001) });
  expect(library.playlists.size).toBe(0);
  expect(warnings).toEqual([
    'playlists.json: the file has 1000001 bytes; the limit is 1000000; the playlists are left out.',
  ]);
});
