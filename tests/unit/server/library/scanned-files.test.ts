import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.js';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { scanFiles } from '../support/scan-files.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { titlesOf } from './titles-of.ts';

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

test('a file whose name is not UTF-8 cannot be played, and the warning says why', async () => {
  const directory = tempDirectory();
  const name = Buffer.from('bad\xff.mp4', 'latin1');
  writeFileSync(Buffer.concat([Buffer.from(`${directory}/`), name]), sampleMp4);
  const { warnings } = await scanLibrary(directory);
  expect(warnings).toEqual(['bad\ufffd.mp4: cannot be played, its name is not UTF-8; rename it.']);
});
