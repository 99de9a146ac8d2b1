import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.ts';
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

const titlesOf = (videos: { videoDetails: { title: string } }[]) =>
  videos.map(({ videoDetails }) => videoDetails.title);

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

test.each([
  ['a wrong type', '{"title": 5}', /^a\.json: title: .*; "title" is ignored\.$/],
  [
    'a negative time',
    '{"chapters": [{"startSeconds": -1, "title": "x"}]}',
    /^a\.json: chapters\.0\.startSeconds: .*; "chapters" is ignored\.$/,
  ],
])(
  'a sidecar’s key with %s is ignored, and the warning names file and cause',
  async (_what, sidecar, warning) => {
    const { videos, warnings } = await scanFiles({ 'a.mp4': sampleMp4, 'a.json': sidecar });
    expect(titlesOf(videos)).toEqual(['a']);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  },
);

test('JSON files that belong to no video are left out without a warning', async () => {
  const { videos, warnings } = await scanFiles({
    'package.json': '{"name":"x"}',
    'other.json': 'junk',
    'notes.txt': 'x',
  });
  expect(videos).toEqual([]);
  expect(warnings).toEqual([]);
});

test.each(['31.12.2026', '2026-13-45', '2026-05-01 10:00', '2026-05-01T10:00:00', ''])(
  'a publication time written as "%s" is ignored, with a hint on the format',
  async (uploadDate) => {
    const { warnings } = await scanFiles({
      'a.mp4': sampleMp4,
      'a.json': JSON.stringify({ uploadDate }),
    });
    expect(warnings).toEqual([
      'a.json: uploadDate: use a date such as 2026-05-01, or a time with its zone such as 2026-05-01T18:00:00Z; "uploadDate" is ignored.',
    ]);
  },
);

test.each(['2026-05-01', '2026-05-01T10:00Z', '2026-05-01T10:00:00.5+02:00'])(
  '%s is accepted as the publication time',
  async (uploadDate) => {
    const files = { 'a.mp4': sampleMp4, 'a.json': JSON.stringify({ uploadDate }) };
    const { library, warnings } = await scanFiles(files);
    expect([...library.videos.values()]).toMatchObject([{ uploadDate }]);
    expect(warnings).toEqual([]);
  },
);

test('a sidecar without media is accepted only if it says why the video cannot be played', async () => {
  const { videos } = await scanFiles({
    'gone.json': '{"id":"gone0000000","unplayable":{"errorCode":"auth","reason":"No."}}',
  });
  expect(videos).toMatchObject([
    {
      videoDetails: { videoId: 'gone0000000', title: 'gone' },
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', reason: 'No.' },
    },
  ]);
});

test('a video whose sidecar forbids it is not played, even with its file', async () => {
  const { videos } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': '{"unplayable":{"errorCode":"auth","reason":"No."}}',
  });
  expect(videos).toMatchObject([
    { sources: [], playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth' } },
  ]);
});

test('the files of one stem form a video, best form first, with encoded URLs', async () => {
  const { videos, warnings } = await scanFiles({
    'x/Ünï #1?.my.holiday.mp4': sampleMp4,
    'x/Ünï #1?.my.holiday.m3u8': mediaPlaylist('seg/1.m4s'),
    'x/Ünï #1?.my.holiday.pt-BR.vtt': 'WEBVTT',
    'x/Ünï #1?.my.holiday.vtt': 'WEBVTT',
    'x/Ünï #1?.my.holiday.storyboard.vtt': 'WEBVTT',
    'x/Ünï #1?.my.holiday.notalanguage.vtt': 'WEBVTT',
    'x/Ünï #1?.my.holiday.png': 'x',
    'x/Ünï #1?.my.jpg': 'x',
  });
  const base = '/media/x/%C3%9Cn%C3%AF%20%231%3F.my.holiday';
  expect(warnings).toEqual([]);
  expect(videos).toEqual([
    {
      playabilityStatus: { status: 'OK' },
      videoDetails: {
        videoId: deriveVideoId('x/Ünï #1?.my.holiday'),
        title: 'Ünï #1?.my.holiday',
        author: '',
        shortDescription: '',
        lengthSeconds: 32,
        isLive: false,
        width: 360,
        height: 640,
      },
      sources: [
        { packaging: 'hls', url: `${base}.m3u8`, mimeType: 'application/vnd.apple.mpegurl' },
        {
          packaging: 'progressive',
          url: `${base}.mp4`,
          mimeType: expect.stringMatching(/^video\/mp4; codecs="avc1/),
        },
      ],
      captionTracks: [
        { languageCode: 'pt-BR', label: 'português (Brasil)', url: `${base}.pt-BR.vtt` },
        { languageCode: 'und', label: 'Captions', url: `${base}.vtt` },
      ],
      chapters: [],
      posterUrl: `${base}.png`,
      storyboardUrl: `${base}.storyboard.vtt`,
    },
  ]);
});

test('chapters are sorted by time, and those beyond the end are dropped', async () => {
  const chapters = [5, 99, 0, 32].map((startSeconds) => ({
    startSeconds,
    title: `at ${startSeconds}`,
  }));
  const { videos } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': JSON.stringify({ chapters }),
  });
  expect(videos[0]?.chapters.map(({ startSeconds }) => startSeconds)).toEqual([0, 5]);
});

test('files that a playlist or an MPD names are not videos of their own', async () => {
  const mpd = `<MPD type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4">
    <Representation id="1" bandwidth="5" width="10" height="20"><BaseURL>parts/v%20x.mp4</BaseURL>
    <SegmentBase indexRange="100-200"><Initialization range="0-99"/></SegmentBase></Representation></AdaptationSet></Period></MPD>`;
  const { videos, warnings } = await scanFiles({
    'a.m3u8': masterPlaylist('parts/one.m3u8', './parts/two.m3u8?x=1'),
    'parts/one.m3u8': mediaPlaylist('one.mp4'),
    'parts/two.m3u8': mediaPlaylist('/media-elsewhere.mp4', 'https://cdn.example/x.mp4'),
    'parts/one.mp4': sampleMp4,
    'b.mpd': mpd,
    'parts/v x.mp4': 'not a whole file',
  });
  expect(warnings).toEqual([]);
  expect(videos).toMatchObject([
    { videoDetails: { title: 'a', lengthSeconds: 2, width: 640, height: 360 } },
    {
      videoDetails: { title: 'b', lengthSeconds: 10, width: 10, height: 20 },
      sources: [{ packaging: 'dash' }],
    },
  ]);
});

test('dotfiles and links that leave the directory are skipped, links inside followed, and loops of links survived', async () => {
  const outside = tempDirectory({ 'secret.mp4': sampleMp4 });
  const directory = tempDirectory({
    '.hidden.mp4': sampleMp4,
    '.git/a.mp4': sampleMp4,
    'real/in.mp4': sampleMp4,
  });
  mkdirSync(join(directory, 'deep'));
  symlinkSync(join(outside, 'secret.mp4'), join(directory, 'out.mp4'));
  symlinkSync(outside, join(directory, 'outdir'));
  symlinkSync(join(directory, 'nothing'), join(directory, 'dangling.mp4'));
  symlinkSync(directory, join(directory, 'deep/loop'));
  symlinkSync(join(directory, 'real/in.mp4'), join(directory, 'linked.mp4'));
  const library = await scanLibrary(directory);
  expect(titlesOf([...library.videos.values()].map(({ response }) => response))).toEqual([
    'linked',
    'in',
  ]);
  expect(library.warnings).toEqual([]);
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
