import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestUrl, resolveReference } from '../../../../server/library/media-path.js';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { masterPlaylist, mediaPlaylist } from '../support/media-samples.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** References that would leave the media directory, or name no file, in all spellings. */
const hostile = [
  '..%2fsecret.m3u8',
  '..%2Fsecret.m3u8',
  '%2e%2e%2fsecret.m3u8',
  '%2E%2E%2Fsecret.m3u8',
  'a/..%2f..%2f..%2fsecret.m3u8',
  '..%5csecret.m3u8',
  'a%5c..%5c..%5csecret.m3u8',
  '%2fetc%2fpasswd',
  '%2f%2fetc/passwd',
  'a%2fb.m3u8',
  'a.m3u8%00.ts',
  '%00',
  'a//b.ts',
  'a/',
  '%ff',
  '%',
];

test.each(hostile)('the reference %s names no file of the media directory', (reference) => {
  expect(resolveReference(reference, 'film/film.m3u8')).toBeNull();
});

test.each([
  ['1.ts', 'film/1.ts'],
  ['../shared/1.ts', 'shared/1.ts'],
  ['../../../1.ts', '1.ts'],
  ['%2e%2e/1.ts', '1.ts'],
  ['..\\1.ts', '1.ts'],
  ['1%20%231.ts?x=../../y#z', 'film/1 #1.ts'],
  ['%252e%252e%252f1.ts', 'film/%2e%2e%2f1.ts'],
  ['...', 'film/...'],
  ['https://cdn.example/1.ts', null],
  ['//cdn.example/1.ts', null],
  ['data:,x', null],
])('the reference %s is the path %s, as in browsers', (reference, path) => {
  expect(resolveReference(reference, 'film/film.m3u8')).toBe(path);
  expect(manifestUrl('film/film.m3u8')).toBe('http://media.invalid/film/film.m3u8');
});

test.each(['film.m3u8', 'live.m3u8'])(
  'a playlist called %s reads no file outside of its directory [attack-L2]',
  async (name) => {
    const directory = tempDirectory();
    const mediaDir = join(directory, 'media');
    mkdirSync(mediaDir);
    writeFileSync(join(directory, 'secret.m3u8'), mediaPlaylist('1.ts'));
    writeFileSync(join(mediaDir, name), masterPlaylist('..%2fsecret.m3u8'));
    writeFileSync(join(mediaDir, 'live.json'), '{"live": true}');
    const { videos } = await scanLibrary(mediaDir);
    const { videoDetails, sources } = [...videos.values()][0]?.response ?? {};
    // The length of the file outside is not known.
    expect(videoDetails?.lengthSeconds).toBe(0);
    expect(videoDetails?.isLive).toBe(false);
    expect(JSON.stringify(sources)).not.toContain('secret');
  },
);
