import { chmodSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AddDeps } from '../../../../../server/cli/add/add-video.ts';
import { addVideo } from '../../../../../server/cli/add/add-video.ts';
import type { VideoToAdd } from '../../../../../server/cli/add/video-to-add.ts';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** A machine without ffmpeg: the rules are the same, and the work is small. */
function toAdd(changes: Partial<VideoToAdd> = {}, more: Partial<AddDeps> = {}) {
  const films = tempDirectory({ 'film.mp4': sampleMp4 });
  const mediaDir = changes.mediaDir ?? tempDirectory();
  const video = {
    file: join(films, 'film.mp4'),
    title: null,
    videoId: null,
    isPrivate: false,
    hasLadder: true,
  };
  const parts: number[] = [];
  const deps: AddDeps = {
    tools: { missing: 'ffmpeg is not installed' },
    signal: new AbortController().signal,
    onProgress: (part) => parts.push(part),
    ...more,
  };
  const add = () => addVideo({ ...video, mediaDir, ...changes }, deps);
  return { films, mediaDir, parts, add };
}

test('an added video is in the library with its title, id and privacy, and progress is reported', async () => {
  const { add, mediaDir, parts } = toAdd({
    title: 'Named',
    videoId: 'namedvideo1',
    isPrivate: true,
  });
  expect(await add()).toEqual({
    ok: true,
    value: {
      videoId: 'namedvideo1',
      title: 'Named',
      folder: 'film',
      notes: [
        'added as it is, without poster, storyboard or other qualities: ffmpeg is not installed',
      ],
    },
  });
  expect(parts.at(-1)).toBeGreaterThan(0.9);
  const { videos, warnings } = await scanLibrary(mediaDir);
  expect(warnings).toEqual([]);
  expect(videos.get('namedvideo1')).toMatchObject({
    isPrivate: true,
    response: { videoDetails: { title: 'Named' } },
  });
});

test('a video without an id gets the same one in every library, and can be added once', async () => {
  const [first, second] = [toAdd(), toAdd()];
  const added = await first.add();
  expect(await second.add()).toEqual(added);
  expect(await first.add()).toMatchObject({
    ok: false,
    error: {
      code: 'ALREADY_THERE',
      message: expect.stringMatching(/^it is already in the library as [\w-]{11} \(film\)$/),
    },
  });
  expect(readdirSync(first.mediaDir)).toEqual(['film']);
});

test('an id that another video has or would get is refused', async () => {
  const mediaDir = tempDirectory({
    'other.mp4': sampleMp4,
    'x.mp4': sampleMp4,
    'x.json': '{"id":"takenvideo1"}',
  });
  const { videos } = await scanLibrary(mediaDir);
  for (const videoId of videos.keys())
    expect(await toAdd({ mediaDir, videoId }).add()).toMatchObject({
      ok: false,
      error: { code: 'ID_TAKEN' },
    });
});

test('an added video gets the next free name and replaces nothing, not even an empty folder', async () => {
  const mediaDir = tempDirectory({ 'film-2': 'a file' });
  mkdirSync(join(mediaDir, 'film'));
  expect(await toAdd({ mediaDir }).add()).toMatchObject({ ok: true, value: { folder: 'film-3' } });
  expect(readdirSync(mediaDir).toSorted()).toEqual(['film', 'film-2', 'film-3']);
});

test('a video is refused before any work when the disk lacks room', async () => {
  const { add, mediaDir, parts } = toAdd({}, { freeBytes: async () => 1_000 });
  expect(await add()).toEqual({
    ok: false,
    error: {
      code: 'NO_SPACE',
      message: `it needs up to ${Math.ceil(sampleMp4.length / 1e6)} MB, but ${mediaDir} has 1 MB free; free some space, or choose another directory with --media`,
    },
  });
  expect(parts).toEqual([]);
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('a file and a directory without permission are refused, each with its own message', async () => {
  const { add, films, mediaDir } = toAdd();
  for (const directory of [films, mediaDir]) chmodSync(directory, 0o755);
  chmodSync(join(films, 'film.mp4'), 0o000);
  expect(await asOrdinaryUser(add)).toMatchObject({ ok: false, error: { code: 'NO_PERMISSION' } });
  chmodSync(join(films, 'film.mp4'), 0o644);
  expect(await asOrdinaryUser(add)).toMatchObject({
    ok: false,
    error: {
      code: 'NOT_WRITTEN',
      message: expect.stringContaining('give this user write access'),
    },
  });
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('10 GB of zeros are refused at once, and an aborted command leaves no files', async () => {
  const { films, mediaDir, add } = toAdd({}, { signal: AbortSignal.abort() });
  expect(await add()).toMatchObject({ ok: false, error: { code: 'STOPPED' } });
  const file = join(films, 'huge.mp4');
  writeFileSync(file, sampleMp4.subarray(0, 36));
  truncateSync(file, 10_000_000_000);
  expect(await toAdd({ file, mediaDir }).add()).toMatchObject({
    ok: false,
    error: { code: 'NO_FFMPEG' },
  });
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('a folder that cannot be read affects only its own videos', async () => {
  const mediaDir = tempDirectory({ 'closed/x.mp4': sampleMp4 });
  chmodSync(join(mediaDir, 'closed'), 0o000);
  onTestFinished(() => chmodSync(join(mediaDir, 'closed'), 0o755));
  chmodSync(mediaDir, 0o777);
  const { add, films } = toAdd({ mediaDir });
  chmodSync(films, 0o755);
  expect(await asOrdinaryUser(add)).toMatchObject({ ok: true });
});
