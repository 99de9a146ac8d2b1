import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { growingPlaylist, replaceFile } from '../../support/growing-stream.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const long = 'public, max-age=3600';
const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nlow/show.m3u8\n';

async function serve(files: Record<string, string>) {
  const mediaDir = tempDirectory(files);
  const server = await startTestServer({ mediaDir });
  return {
    mediaDir,
    ask: (name: string, headers = {}) => rawRequest(server.embed, `/media/${name}`, { headers }),
  };
}

test('a growing playlist and its master are revalidated on each use, and may be kept after the end', async () => {
  const { mediaDir, ask } = await serve({
    'show.m3u8': master,
    'low/show.m3u8': growingPlaylist({ last: 2 }),
    'low/show0.ts': 'x',
  });
  for (const name of ['show.m3u8', 'low/show.m3u8'])
    expect((await ask(name)).headers['cache-control']).toBe('no-cache');
  expect((await ask('low/show0.ts')).headers['cache-control']).toBe(long);
  replaceFile(mediaDir, 'low/show.m3u8', growingPlaylist({ last: 3, isEnded: true }));
  for (const name of ['show.m3u8', 'low/show.m3u8'])
    expect((await ask(name)).headers['cache-control']).toBe(long);
});

test('a stream that starts again under the name of a recording is not cached, before the library has read it', async () => {
  const { mediaDir, ask } = await serve({
    'show.m3u8': growingPlaylist({ last: 3, isEnded: true }),
    'talk.mpd': '<MPD type="static"></MPD>',
  });
  replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ last: 1 }));
  replaceFile(mediaDir, 'talk.mpd', '<MPD type="dynamic"></MPD>');
  for (const name of ['show.m3u8', 'talk.mpd'])
    expect((await ask(name)).headers['cache-control']).toBe('no-cache');
});

test('the tag changes with the text, even if size and time stay', async () => {
  const { mediaDir, ask } = await serve({ 'show.m3u8': growingPlaylist({ first: 1, last: 3 }) });
  const { headers } = await ask('show.m3u8');
  const seen = { 'If-None-Match': `W/${headers.etag}` };
  expect(await ask('show.m3u8', seen)).toMatchObject({
    status: 304,
    body: '',
    headers: { etag: headers.etag, 'cache-control': 'no-cache' },
  });
  writeFileSync(join(mediaDir, 'show.m3u8'), growingPlaylist({ first: 2, last: 4 }));
  const next = await ask('show.m3u8', seen);
  expect(next.status).toBe(200);
  expect(next.body).toContain('show4.ts');
});

test('a playlist that is being written is sent without its unfinished line, or asked for again', async () => {
  const { mediaDir, ask } = await serve({ 'show.m3u8': growingPlaylist({ last: 3 }) });
  const file = join(mediaDir, 'show.m3u8');
  truncateSync(file, growingPlaylist({ last: 3 }).length - 4);
  const cut = await ask('show.m3u8');
  expect(cut.status).toBe(200);
  expect(cut.body).toMatch(/show2\.ts\n#EXTINF:2\.000000,\n$/);
  for (const size of [60, 3, 0]) {
    truncateSync(file, size);
    const reply = await ask('show.m3u8');
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'MANIFEST_INCOMPLETE' } });
    expect(reply.headers['cache-control']).toBeUndefined();
  }
});

test('HEAD gives the headers of a playlist', async () => {
  const mediaDir = tempDirectory({ 'show.m3u8': growingPlaylist({ last: 3 }) });
  const { embed } = await startTestServer({ mediaDir });
  const reply = await rawRequest(embed, '/media/show.m3u8', { method: 'HEAD' });
  expect(reply).toMatchObject({ status: 200, body: '', headers: { 'cache-control': 'no-cache' } });
});
