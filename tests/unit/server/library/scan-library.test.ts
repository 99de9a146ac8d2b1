import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.js';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { playerResponseSchema } from '../../../../shared/player/player-response.ts';
import {
  bundledMediaDir,
  masterPlaylist,
  mediaPlaylist,
  sampleMp4,
} from '../support/media-samples.ts';
import { scanFiles } from '../support/scan-files.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { titlesOf } from './titles-of.ts';

test('damaged files stay as unplayable videos, with one warning each, and others are not affected', async () => {
  const { videos, warnings } = await scanFiles({
    'cut.mp4': sampleMp4.subarray(0, 2_000),
    'empty.mp4': '',
    'good.mp4': sampleMp4,
    'text.webm': 'hello',
    'empty.m3u8': '',
    'lost.m3u8': masterPlaylist('nowhere.m3u8', 'r/here.m3u8'),
    'r/here.m3u8': mediaPlaylist('1.m4s'),
    'broken.mpd': '<html/>',
  });
  expect(
    videos.map(({ videoDetails, playabilityStatus }) => [
      videoDetails.title,
      playabilityStatus.status,
    ]),
  ).toEqual([
    ['broken', 'UNPLAYABLE'],
    ['cut', 'UNPLAYABLE'],
    ['empty', 'UNPLAYABLE'],
    ['good', 'OK'],
    ['lost', 'UNPLAYABLE'],
    ['text', 'UNPLAYABLE'],
  ]);
  expect(videos[0]?.playabilityStatus).toMatchObject({
    errorCode: 'fmt.unplayable',
    reason: expect.stringMatching(/\.$/),
  });
  expect(warnings).toHaveLength(6);
  expect(warnings).toContain('empty.mp4: cannot be played, the file is empty.');
  expect(
    warnings.every((warning) => /^[\w./]+: .+\.$/.test(warning) && !warning.includes('\n')),
  ).toBe(true);
});

test('a video with one damaged form plays the other', async () => {
  const { videos, warnings } = await scanFiles({ 'a.m3u8': 'junk', 'a.mp4': sampleMp4 });
  expect(videos).toMatchObject([
    { playabilityStatus: { status: 'OK' }, sources: [{ packaging: 'progressive' }] },
  ]);
  expect(warnings).toEqual(['a.m3u8: cannot be played, the playlist does not start with #EXTM3U.']);
});

test('ids are the same at every start, the sidecar’s before one made from the path', async () => {
  const files = { 'a.mp4': sampleMp4, 'b.mp4': sampleMp4, 'b.json': '{"id":"my-video_01"}' };
  const ids = async () =>
    (await scanFiles(files)).videos.map(({ videoDetails }) => videoDetails.videoId);
  expect(await ids()).toEqual([deriveVideoId('a'), 'my-video_01']);
  expect(await ids()).toEqual(await ids());
});

test('the first of two videos with the same id keeps it, with a warning; a malformed id is ignored', async () => {
  const { videos, warnings } = await scanFiles({
    'a.mp4': sampleMp4,
    'b.mp4': sampleMp4,
    'b.json': `{"id":"${deriveVideoId('a')}"}`,
    'c.mp4': sampleMp4,
    'c.json': `{"id":"${deriveVideoId('a')}"}`,
    'd.mp4': sampleMp4,
    'd.json': '{"id":"too short","title":"D"}',
  });
  expect(videos.map(({ videoDetails }) => videoDetails.videoId)).toEqual([
    deriveVideoId('a\n1'),
    deriveVideoId('a'),
    deriveVideoId('c'),
    deriveVideoId('d'),
  ]);
  expect(titlesOf(videos)).toEqual(['a', 'b', 'c', 'D']);
  expect(warnings).toHaveLength(3);
});

test('playlists are read, and missing videos are left out of them', async () => {
  const { library, warnings } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': '{"id":"aaaaaaaaaaa"}',
    'playlists.json': '{"PLx":{"title":"X","videos":["aaaaaaaaaaa","bbbbbbbbbbb"]}}',
  });
  expect([...library.playlists.values()]).toEqual([
    { playlistId: 'PLx', title: 'X', videoIds: ['aaaaaaaaaaa'] },
  ]);
  expect(warnings).toEqual([
    'playlists.json: PLx names the video "bbbbbbbbbbb", which is not in the library; it is left out.',
  ]);
  expect((await scanFiles({ 'playlists.json': '[]' })).warnings).toEqual([
    expect.stringMatching(/^playlists\.json: .+; the playlists are left out\.$/),
  ]);
});

test('a live video without a playlist that can be looped is not live', async () => {
  const { videos, warnings } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': '{"live":true}',
    'b.m3u8': masterPlaylist('../b-video.m3u8'),
    'b.json': '{"live":true}',
  });
  expect(videos.map(({ videoDetails }) => videoDetails.isLive)).toEqual([false, false]);
  expect(warnings).toContain(
    'a.json: a live stream needs an .m3u8 file, which is missing; the video is not live.',
  );
});

test('the bundled library has no warnings', async () => {
  const library = await scanLibrary(bundledMediaDir);
  expect(library.warnings).toEqual([]);
  const responses = [...library.videos.values()].map(({ response }) =>
    z.parse(playerResponseSchema, response),
  );
  expect(responses).toMatchObject([
    {
      videoDetails: { videoId: 'offstage001', lengthSeconds: 64 },
      sources: [{ packaging: 'hls' }, { packaging: 'progressive' }],
    },
    {
      videoDetails: { videoId: 'offstage002', width: 360, height: 640 },
      sources: [{ packaging: 'progressive' }],
    },
    {
      videoDetails: { videoId: 'offstage003', lengthSeconds: 40 },
      sources: [{ packaging: 'dash' }],
    },
    {
      videoDetails: { videoId: 'offstage004', isLive: true, lengthSeconds: 0 },
      sources: [{ url: '/live/offstage004/offstage004.m3u8' }],
    },
    { playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth' }, sources: [] },
    {
      videoDetails: { videoId: 'offstage006', lengthSeconds: 16 },
      sources: [
        {
          packaging: 'dash',
          drm: [{ keySystem: 'org.w3.clearkey', licenseUrl: '/license/clearkey/offstage006' }],
        },
      ],
    },
    {
      videoDetails: { videoId: 'offstage007', isLive: true, holdBackSec: 1.56 },
      sources: [{ url: '/live/offstage007/offstage007.m3u8' }],
    },
  ]);
  expect(responses[0]?.captionTracks.map(({ label }) => label)).toEqual([
    'العربية',
    'English',
    'español',
  ]);
  expect(library.playlists.get('PLoffstageplaylist')?.videoIds).toEqual([
    'offstage001',
    'offstage002',
    'offstage003',
  ]);
});

test('five hundred files are read', async () => {
  const directory = tempDirectory({ 'v0.mp4': sampleMp4, 'empty.mp4': '' });
  for (let index = 1; index < 500; index += 1)
    linkSync(join(directory, 'v0.mp4'), join(directory, `v${index}.mp4`));
  const library = await scanLibrary(directory);
  expect(library.videos.size).toBe(501);
  expect(library.warnings).toHaveLength(1);
});
