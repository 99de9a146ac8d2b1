import { expect, test } from 'vitest';
import { parseHls } from '../../../../../server/library/probing/parse-hls.ts';
import { bundledMediaDir, masterPlaylist, mediaPlaylist } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const nowMs = Date.UTC(2026, 5, 1);

function parse(text: string) {
  const parsed = parseHls(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const liveFiles = {
  'on air.m3u8': masterPlaylist('r/one%20two.m3u8', 'r/b.m3u8'),
  'on air.json': '{"id":"live0000000","live":true}',
  'r/one two.m3u8': mediaPlaylist('1.m4s', '2.m4s', '3.m4s'),
  'r/b.m3u8': mediaPlaylist('4.m4s', '5.m4s', '6.m4s'),
};

test('an unknown id, a recording and an unknown name have no live stream', async () => {
  const server = await startTestServer({
    mediaDir: tempDirectory({
      ...liveFiles,
      'vod.m3u8': mediaPlaylist('1.m4s'),
      'vod.json': '{"id":"vod00000000"}',
    }),
  });
  for (const path of [
    '/live/nothing0000/on%20air.m3u8',
    '/live/vod00000000/vod.m3u8',
    '/live/live0000000/r/1.m4s',
    '/live/live0000000/on%20air.json',
    '/live/live0000000',
  ]) {
    expect((await rawRequest(server.embed, path)).status).toBe(404);
  }
});

test('the multivariant playlist leads over each rendition to segments under /media/', async () => {
  const server = await startTestServer({ mediaDir: tempDirectory(liveFiles) }, () => nowMs);
  const masterUrl = `${server.embed}/live/live0000000/on%20air.m3u8`;
  const reply = await fetch(masterUrl);
  expect(reply.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  const master = parse(await reply.text());
  expect(master.playlists).toHaveLength(2);
  for (const [index, { uri }] of (master.playlists ?? []).entries()) {
    const rendition = await fetch(new URL(uri, masterUrl));
    expect(rendition.headers.get('cache-control')).toBe('no-cache');
    const { segments, endList } = parse(await rendition.text());
    expect(endList).toBeUndefined();
    expect(segments).toHaveLength(30);
    expect(segments[0]?.uri).toMatch(
      index === 0 ? /^\/media\/r\/[123]\.m4s$/ : /^\/media\/r\/[456]\.m4s$/,
    );
    expect(segments[0]?.map?.uri).toBe('/media/r/init.cmfi');
  }
});

test('a playlist without renditions becomes a live stream', async () => {
  const mediaDir = tempDirectory({
    'a.m3u8': mediaPlaylist('s/1.m4s'),
    'a.json': '{"id":"live0000000","live":true}',
  });
  const server = await startTestServer({ mediaDir }, () => nowMs);
  const { segments } = parse(await (await fetch(`${server.embed}/live/live0000000/a.m3u8`)).text());
  expect(new Set(segments.map(({ uri }) => uri))).toEqual(new Set(['/media/s/1.m4s']));
});

test('two servers have the same window, whenever they started', async () => {
  const read = async () => {
    const server = await startTestServer({ mediaDir: tempDirectory(liveFiles) }, () => nowMs);
    return (await fetch(`${server.embed}/live/live0000000/r/b.m3u8`)).text();
  };
  expect(await read()).toBe(await read());
});

test('every segment of the bundled live stream is served', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir }, () => nowMs);
  const masterUrl = `${server.embed}/live/offstage004/offstage004.m3u8`;
  const master = parse(await (await fetch(masterUrl)).text());
  for (const { uri } of master.playlists ?? []) {
    const { segments } = parse(await (await fetch(new URL(uri, masterUrl))).text());
    for (const segment of new Set(
      segments.flatMap(({ uri: url, map }) => [url, map?.uri ?? url]),
    )) {
      const reply = await fetch(new URL(segment, masterUrl), { method: 'HEAD' });
      expect([segment, reply.status]).toEqual([segment, 200]);
    }
  }
});
