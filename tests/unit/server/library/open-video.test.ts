import { expect, test } from 'vitest';
import { buildCaptions } from '../../../../server/library/build-captions.ts';
import { openVideo } from '../../../../server/library/open-video.ts';
import { mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { scanFiles } from '../support/scan-files.ts';

test('the language of a caption file is read from a tag with suffixes', async () => {
  const { videos, warnings } = await scanFiles({
    'film.mp4': sampleMp4,
    'film.en-x-sdh.vtt': 'WEBVTT',
    'film.zz.vtt': 'WEBVTT',
    'film.de-u-co-phonebk.vtt': 'WEBVTT',
  });
  expect(warnings).toEqual([]);
  expect(videos[0]?.captionTracks.map(({ languageCode, label }) => [languageCode, label])).toEqual([
    ['de-u-co-phonebk', 'Deutsch'],
    ['en-x-sdh', 'English'],
    ['zz', 'zz'],
  ]);
});

test('a caption file that players would refuse is left out, and its video stays', () => {
  const refused = `${'x'.repeat(2_000)}.en.vtt`;
  const { tracks, warnings } = buildCaptions([
    { languageCode: 'en', path: refused },
    { languageCode: 'no language', path: 'a.vtt' },
    { languageCode: 'es', path: 'b.vtt' },
  ]);
  expect(tracks).toEqual([{ languageCode: 'es', label: 'español', url: '/media/b.vtt' }]);
  expect(warnings).toEqual([
    expect.stringMatching(/^x+\.en\.vtt: left out, 0\.url: .*\.$/),
    expect.stringMatching(/^a\.vtt: left out, 0\.languageCode: .*\.$/),
  ]);
});

test('a playlist that makes its parser throw disables only its own video', async () => {
  // m3u8-parser throws at this initialization vector.
  const poison = `${mediaPlaylist('1.m4s')}#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0\n`;
  const { videos, warnings } = await scanFiles({
    'bad.m3u8': poison,
    'bad.json': '{"live":true}',
    'good.mp4': sampleMp4,
  });
  expect(videos.map(({ videoDetails }) => videoDetails.title)).toEqual(['bad', 'good']);
  expect(videos.map(({ playabilityStatus }) => playabilityStatus.status)).toEqual([
    'UNPLAYABLE',
    'OK',
  ]);
  expect(warnings.join()).toContain('bad.m3u8');
  expect(warnings.join()).toContain('malformed');
});

test('a video that cannot be examined is left out', async () => {
  const facts = new Map();
  facts.get = () => {
    throw new Error('a bug');
  };
  const files = {
    stemPath: 'bad',
    media: ['bad.mp4'],
    sidecar: null,
    captions: [],
    storyboard: null,
    poster: null,
    sharpPoster: null,
  };
  const loadLive = () => Promise.reject(new Error('it is not live'));
  const toOpen = { videoId: 'video000001', files, sidecar: {}, facts, writtenMs: 0, loadLive };
  expect(await openVideo(toOpen)).toEqual({
    video: null,
    warnings: ['bad: left out, a bug.'],
  });
});

test.each([
  ['a round of less than a second', 4, 0.2, 'one loop takes 800 ms; the minimum is 1000'],
  [
    'segments of less than 100 ms',
    20,
    0.09,
    'its segments last 90 ms on average; the minimum is 100',
  ],
])('a live stream with %s is not played', async (_what, count, seconds, cause) => {
  const segments = Array.from({ length: count }, (_, index) => `#EXTINF:${seconds},\n${index}.m4s`);
  const { videos, warnings } = await scanFiles({
    'a.m3u8': ['#EXTM3U', '#EXT-X-TARGETDURATION:1', ...segments, '#EXT-X-ENDLIST', ''].join('\n'),
    'a.json': '{"live":true}',
  });
  expect(videos).toMatchObject([
    { sources: [], playabilityStatus: { status: 'UNPLAYABLE' }, videoDetails: { isLive: false } },
  ]);
  expect(warnings).toEqual([
    `a.m3u8: cannot be looped as a live stream, ${cause}; the video cannot be played.`,
  ]);
});
