import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.js';
import { findVideo } from '../../../../server/library/find-video.js';
import { isVideoId } from '../../../../server/library/is-video-id.js';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import * as shared from '../../../../shared/player/video-id.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const unplayable = { errorCode: 'heartbeat.stop', reason: 'Ended' };
const files = {
  'plain.mp4': sampleMp4,
  'folder/my.film.mp4': sampleMp4,
  'named.mp4': sampleMp4,
  'named.json': '{"id":"namedfilm01"}',
  'same.mp4': sampleMp4,
  'same.json': '{"id":"namedfilm01"}',
  'short.mp4': sampleMp4,
  'short.json': '{"id":"short"}',
  'broken.mp4': sampleMp4,
  'broken.json': '{"id":"brokenfilm1"',
  'blocked.json': JSON.stringify({ id: 'blockedfilm', unplayable }),
  'unnamed.json': JSON.stringify({ unplayable }),
};

test('a video is found under the id that the library gives it, and under no other', async () => {
  const elsewhere = tempDirectory({ 'linked.mp4': sampleMp4 });
  const mediaDir = tempDirectory({
    ...files,
    'leftover.json': '{"id":"leftover001"}',
    '.hidden/x.mp4': sampleMp4,
  });
  symlinkSync(elsewhere, join(mediaDir, 'outside'));
  symlinkSync(mediaDir, join(mediaDir, 'folder/again'));
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.size).toBe(8);
  const found = await Promise.all([...videos.keys()].map((id) => findVideo(mediaDir, id)));
  expect(found.map((video) => video?.stemPath)).toEqual([
    'blocked',
    'broken',
    'folder/my.film',
    'named',
    'plain',
    'same',
    'short',
    'unnamed',
  ]);
  expect(found[3]?.sidecar).toBe('named.json');
  expect(found[4]?.sidecar).toBe(null);
  for (const other of ['brokenfilm1', 'leftover001', 'short', deriveVideoId('named')])
    expect(await findVideo(mediaDir, other), other).toBe(null);
  for (const path of ['leftover', '.hidden/x', 'outside/linked'])
    expect(await findVideo(mediaDir, deriveVideoId(path)), path).toBe(null);
});

const mpd = (body: string) => `<?xml version="1.0"?><MPD type="static">${body}</MPD>`;
const manifests = {
  'film/film.m3u8':
    '\uFEFF#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A, B",URI="tracks/sound.m3u8"\r\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\r\n tracks/720p.m3u8 \r\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="tracks/fast%20one.m3u8"\r\n',
  'film/tracks/720p.m3u8':
    '#EXTM3U\n#EXT-X-MAP:URI="start.mp4"\n#EXTINF:2,\n720p.mp4\n#EXT-X-ENDLIST\n',
  'film/tracks/sound.m3u8': '#EXTM3U\n#EXTINF:2,\n./../tracks/sound.mp4\n#EXT-X-ENDLIST\n',
  'film/tracks/fast one.m3u8': '#EXTM3U\n#EXTINF:2,\n/media/other.mp4\n#EXT-X-ENDLIST\n',
  'film/tracks/720p.mp4': sampleMp4,
  'film/tracks/start.mp4': sampleMp4,
  'film/tracks/sound.mp4': sampleMp4,
  'film/tracks/alone.mp4': sampleMp4,
  'broken.m3u8': 'no playlist\nother.mp4\n',
  'other.mp4': sampleMp4,
  'dash/dash.mpd': mpd(
    `<BaseURL>files/</BaseURL><!-- <BaseURL>none/</BaseURL> --><Period duration="PT4S">
      <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1"><BaseURL> a&amp;b.mp4 </BaseURL>
        <SegmentBase indexRange="0-9"/></Representation></AdaptationSet>
      <AdaptationSet mimeType="audio/mp4"><SegmentTemplate timescale="1" duration="2" startNumber="1"
          initialization='$RepresentationID$/init.mp4' media="$RepresentationID$/$Number%02d$.mp4"/>
        <Representation id="s" bandwidth="1"/></AdaptationSet></Period>`,
  ),
  'dash/files/a&b.mp4': sampleMp4,
  'dash/files/s/init.mp4': sampleMp4,
  'dash/files/s/01.mp4': sampleMp4,
  'dash/files/s/02.mp4': sampleMp4,
  'dash/a&b.mp4': sampleMp4,
};

test('parts of playlists and MPDs are no videos, as for the library', async () => {
  const mediaDir = tempDirectory(manifests);
  const { videos } = await scanLibrary(mediaDir);
  const ofLibrary = new Set(videos.keys());
  const stems = Object.keys(manifests).map((path) => path.replace(/\.\w+$/, ''));
  const found: string[] = [];
  for (const stem of new Set(stems)) {
    const id = deriveVideoId(stem);
    const video = await findVideo(mediaDir, id);
    expect(video !== null, stem).toBe(ofLibrary.has(id));
    if (video !== null) found.push(stem);
  }
  expect(found).toEqual([
    'film/film',
    'film/tracks/alone',
    'broken',
    'other',
    'dash/dash',
    'dash/a&b',
  ]);
});

test.each([
  [{}, true],
  [{ 'f.json': '{"title":"private: a list of keys"}' }, true],
  [{ 'f.json': '{"private":false,"embedDomains":["a.example"]}' }, true],
  [{ 'f.json': '{}', 'f2.json': '{"private":true}' }, true],
  [{ 'f.json': '{"private":true}' }, false],
  [{ 'f.json': '{"private":"yes"}' }, false],
  [{ 'f.json': '{"private":true,"private":false}' }, false],
  [{ 'f.json': '{"x":{"is_private":true}}' }, false],
  [{ 'f.json': '{"private":fal' }, false],
  [{ 'f.json': '[]' }, false],
  [{ 'F.json': '{"private":true}' }, false],
  [{ 'f.mp4.json': '{"private":true}' }, false],
  [{ 'f.json~': '{"private":true}' }, false],
])('with the files %j a video is public beyond doubt: %s', async (given, isPublic) => {
  const mediaDir = tempDirectory({ 'f.mp4': sampleMp4, ...given });
  const { videos } = await scanLibrary(mediaDir);
  const [[id = '', video] = []] = [...videos];
  expect(video?.isPrivate).toBe(!isPublic);
  expect(await findVideo(mediaDir, id)).toMatchObject({ stemPath: 'f', isPublic });
});

test('a video in a private folder is not public', async () => {
  const mediaDir = tempDirectory({ 'Private/f.mp4': sampleMp4 });
  expect(await findVideo(mediaDir, deriveVideoId('Private/f'))).toMatchObject({ isPublic: false });
});

test('a directory that cannot be read is an error, and a folder in it that cannot is left out', async () => {
  const mediaDir = tempDirectory(files);
  await expect(findVideo(join(mediaDir, 'none'), 'namedfilm01')).rejects.toThrow('ENOENT');
  await expect(findVideo(join(mediaDir, 'plain.mp4'), 'namedfilm01')).rejects.toThrow('ENOTDIR');
  chmodSync(mediaDir, 0o755);
  mkdirSync(join(mediaDir, 'dark'), { mode: 0o000 });
  const named = await asOrdinaryUser(() => findVideo(mediaDir, 'namedfilm01'));
  expect(named).toMatchObject({ stemPath: 'named' });
  chmodSync(mediaDir, 0o000);
  const closed = asOrdinaryUser(() => findVideo(mediaDir, 'namedfilm01'));
  await expect(closed).rejects.toThrow('EACCES');
  chmodSync(mediaDir, 0o755);
});

test.each(['namedfilm01', '-_AZaz09-_-', 'short', 'twelve-chars', 'with space1', 'namedfilm01\n'])(
  'the server and the player agree whether %j is an id',
  (value) => {
    expect(isVideoId(value)).toBe(shared.isVideoId(value));
  },
);
