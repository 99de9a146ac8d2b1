import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libraryLimits } from '../../../../server/library/library-limits.ts';
import { openRegularFile } from '../../../../server/library/open-regular-file.ts';
import { readTextFile } from '../../../../server/library/read-text-file.ts';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { openTestLibrary } from '../support/open-test-library.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** Node cannot make a FIFO. */
const fifoTool = 'mkfifo';

function makeFifos(mediaDir: string, ...names: string[]): void {
  execFileSync(
    fifoTool,
    names.map((name) => join(mediaDir, name)),
  );
}

test('a FIFO in place of any file of a video neither blocks the library nor counts as a file [attack-L2]', async () => {
  const mediaDir = tempDirectory({
    'film.mp4': sampleMp4,
    'master.m3u8': masterPlaylist('fifo.rendition'),
    'live.m3u8': mediaPlaylist('fifo.m4s'),
    'live.json': '{"live":true,"lowLatency":true}',
  });
  const names = [
    'film.json',
    'film.vtt',
    'film.jpg',
    'film.storyboard.vtt',
    'playlists.json',
    'other.webm',
  ];
  makeFifos(mediaDir, ...names, 'fifo.rendition', 'fifo.m4s', 'init.cmfi', 'more.m3u8', 'more.mpd');
  const { library, statuses } = await openTestLibrary(mediaDir);
  expect(library.pendingCount).toBe(0);
  expect(statuses()).toEqual({ film: 'OK', live: 'OK', master: 'UNPLAYABLE' });
  expect([...library.videos.values()].map(({ response }) => response.posterUrl)).toEqual([
    null,
    null,
    null,
  ]);
});

test('a playlist that links to /dev/zero is not read [attack-L2]', async () => {
  const mediaDir = tempDirectory({
    'film.m3u8': masterPlaylist('zero'),
    'live.m3u8': mediaPlaylist('zero'),
  });
  symlinkSync('/dev/zero', join(mediaDir, 'zero'));
  symlinkSync('/dev/zero', join(mediaDir, 'zero.webm'));
  symlinkSync('/dev/zero', join(mediaDir, 'film.json'));
  symlinkSync('/dev/zero', join(mediaDir, 'init.cmfi'));
  writeFileSync(join(mediaDir, 'live.json'), '{"live":true,"lowLatency":true}');
  const { warnings, videos } = await scanLibrary(mediaDir);
  expect(warnings.find((warning) => warning.startsWith('film.m3u8'))).toBe(
    'film.m3u8: cannot be played, its rendition zero cannot be read: zero is not a readable file in the media directory.',
  );
  expect([...videos.values()].map(({ response }) => response.videoDetails.title)).toEqual([
    'film',
    'live',
  ]);
});

test('a playlist, an MPD and a text are read up to their size limit', async () => {
  const mediaDir = tempDirectory({ 'a.m3u8': '#EXTM3U\n', 'b.mpd': '<MPD>' });
  for (const name of ['a.m3u8', 'b.mpd'])
    truncateSync(join(mediaDir, name), libraryLimits.playlistBytes.value + 1);
  const { warnings } = await scanLibrary(mediaDir);
  expect(warnings).toEqual([
    expect.stringContaining('it has 32000001 bytes; the limit is 32000000'),
    expect.stringContaining('it has 32000001 bytes; the limit is 32000000'),
  ]);
  await expect(readTextFile(join(mediaDir, 'b.mpd'), 5)).rejects.toThrow('the limit is 5');
});

test('the pictures of a private video stay private when its storyboard is too large to be read', async () => {
  const cue = 'WEBVTT\n\n00:00.000 --> 00:02.000\nsprites/film.jpg#xywh=0,0,160,90\n';
  const mediaDir = tempDirectory({
    'film.mp4': '',
    'film.json': '{"private":true,"unplayable":"not yet"}',
    'film.storyboard.vtt': cue.padEnd(libraryLimits.storyboardBytes.value + 1),
    'sprites/film.jpg': '',
  });
  const picture = { asked: 'sprites/film.jpg', real: 'sprites/film.jpg' };
  expect((await scanLibrary(mediaDir)).owners?.isPublic(picture)).toBe(false);
});

test('only regular files are opened, even when a file is replaced between check and open', async () => {
  const directory = tempDirectory({ 'file.txt': 'text' });
  makeFifos(directory, 'fifo');
  await expect(openRegularFile(join(directory, 'fifo'))).rejects.toThrow('not a regular file');
  await expect(openRegularFile('/dev/zero')).rejects.toThrow('not a regular file');
  await expect(openRegularFile(directory)).rejects.toThrow();
  expect(await readTextFile(join(directory, 'file.txt'), 10)).toBe('text');
});
