import { expect, test } from 'vitest';
import { probeHls } from '../../../../../server/library/probing/probe-hls.ts';
import { openingLimits } from '../../../../../shared/limits/opening-limits.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const stream = (more = '') =>
  `#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"${more}\n`;
const master = `#EXTM3U\n${stream()}low/list.m3u8\n`;
const segments = '#EXTINF:4,\n1.m4s\n#EXTINF:4,\n2.m4s\n#EXTINF:4,\n3.m4s\n';
const list = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n${segments}#EXT-X-ENDLIST\n`;

async function openingOf(files: Record<string, string>) {
  const facts = await probeHls(tempDirectory({ 'a.m3u8': master, ...files }), 'a.m3u8');
  return facts.ok ? facts.value.opening : facts.error;
}

test('a film’s beginning is what its playlists name, relative to the first of them', async () => {
  expect(await openingOf({ 'low/list.m3u8': list })).toEqual({
    seconds: 12,
    renditions: [
      {
        playlist: 'low/list.m3u8',
        bandwidth: 800_000,
        width: 640,
        height: 360,
        mimeType: 'video/mp4; codecs="avc1.4d401e, mp4a.40.2"',
        init: { url: 'low/init.mp4' },
        segment: { url: 'low/1.m4s' },
      },
    ],
  });
});

test('sound in its own playlist is named once, and ranges of one file are ranges', async () => {
  const ranges = list
    .replace('"init.mp4"', '"all.mp4",BYTERANGE="700@0"')
    .replace('1.m4s', '#EXT-X-BYTERANGE:5000@700\nall.mp4')
    .replace('2.m4s', '#EXT-X-BYTERANGE:6000@5700\nall.mp4');
  const sound = (name: string, isDefault: string) =>
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${name}",DEFAULT=${isDefault},URI="sound ${name}.m3u8"\n`;
  const opening = await openingOf({
    'a.m3u8': `#EXTM3U\n${sound('es', 'NO')}${sound('en', 'YES')}${stream(',AUDIO="a"')}low/list.m3u8\n`,
    'low/list.m3u8': ranges,
    'sound en.m3u8': list,
  });
  expect(opening).toMatchObject({
    renditions: [
      {
        mimeType: 'video/mp4; codecs="avc1.4d401e"',
        init: { url: 'low/all.mp4', range: { start: 0, length: 700 } },
        segment: { url: 'low/all.mp4', range: { start: 700, length: 5_000 } },
      },
    ],
    audio: { mimeType: 'audio/mp4; codecs="mp4a.40.2"', init: { url: 'init.mp4' } },
  });
});

test('renditions are sorted by bandwidth, whatever their order in the playlist', async () => {
  const opening = await openingOf({
    'a.m3u8': `${master}#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.4d401e,mp4a.40.2"\nleast.m3u8\n`,
    'low/list.m3u8': list,
    'least.m3u8': list,
  });
  expect(opening).toMatchObject({
    renditions: [{ playlist: 'least.m3u8', width: 0, height: 0 }, { playlist: 'low/list.m3u8' }],
  });
});

test.each([
  ['a stream that still grows', list.replace('#EXT-X-ENDLIST\n', '')],
  ['a film in MPEG transport streams', list.replace('#EXT-X-MAP:URI="init.mp4"\n', '')],
  ['an encrypted film', list.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF')],
  ['a film that starts elsewhere', list.replace('#EXTINF', '#EXT-X-START:TIME-OFFSET=5\n#EXTINF')],
  [
    'a film with something before it',
    list.replace(
      '#EXTINF',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID="1",START-DATE="2026-01-01T00:00:00Z"\n#EXTINF',
    ),
  ],
  ['a segment on another host', list.replace('1.m4s', 'https://elsewhere.example/1.m4s')],
  ['a segment outside of the media', list.replace('1.m4s', '..%2f..%2f1.m4s')],
  ['a signed segment', list.replace('1.m4s', '1.m4s?token=1')],
  ['a segment with a very long name', list.replace('1.m4s', `${'x'.repeat(2_100)}.m4s`)],
  [
    'a segment of gigabytes',
    list.replace('1.m4s', `#EXT-X-BYTERANGE:${openingLimits.segmentMaxBytes + 1}@0\n1.m4s`),
  ],
  ['a playlist that cannot be read', 'none'],
])('%s has no opening', async (_, text) => {
  expect(await openingOf({ 'low/list.m3u8': text })).toBeNull();
});

test.each([
  ['whose codecs are unknown', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/list.m3u8\n`],
  ['with sound only', master.replace('avc1.4d401e,', '')],
  ['without renditions', list],
  ['whose sound differs by rendition', `${master}${stream(',AUDIO="a"')}low/list.m3u8\n`],
  ['whose sound is missing', `#EXTM3U\n${stream(',AUDIO="a"')}low/list.m3u8\n`],
  ['with a rendition on another host', `${master}${stream()}https://elsewhere.example/a.m3u8\n`],
])('a film %s has no opening', async (_, text) => {
  expect(await openingOf({ 'a.m3u8': text, 'low/list.m3u8': list })).toBeNull();
});
