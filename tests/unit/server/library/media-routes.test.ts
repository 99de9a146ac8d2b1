import { rmSync, symlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { mediaPlaylist } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const startWith = (files: Record<string, string>) =>
  startTestServer({ mediaDir: tempDirectory(files) });

const unserved = [
  '/media/..%2fsecret.mp4',
  '/media/%2e%2e/secret.mp4',
  '/media/%2e%2e%2fsecret.mp4',
  '/media/../secret.mp4',
  '/media/sub/..%5c..%5csecret.mp4',
  '/media//etc/passwd',
  '/media/%2fetc%2fpasswd',
  '/media/link.mp4',
  '/media/linkdir/secret.mp4',
  '/media/.hidden.mp4',
  '/media/sub/.git/a.mp4',
  '/media/a.mp4%00.vtt',
  '/media/%ff.mp4',
  '/media/%',
  '/media/',
  '/media/sub',
  '/media/a.json',
  '/media/playlists.json',
  '/media/notes.txt',
  '/media/none.mp4',
];

test('no path is served that leads out of the directory, is hidden or is no media [threat-paths]', async () => {
  const parent = tempDirectory({ 'secret.mp4': 'secret' });
  const mediaDir = tempDirectory({
    'a.mp4': 'x',
    'a.json': '{}',
    'playlists.json': '{}',
    'notes.txt': 'x',
    '.hidden.mp4': 'x',
    'sub/.git/a.mp4': 'x',
  });
  symlinkSync(join(parent, 'secret.mp4'), join(mediaDir, 'link.mp4'));
  symlinkSync(parent, join(mediaDir, 'linkdir'));
  const server = await startTestServer({ mediaDir });
  for (const path of unserved) {
    const reply = await rawRequest(server.embed, path);
    expect(reply.status, path).toBe(404);
    expect(JSON.parse(reply.body), path).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
  // Pages of any origin can tell a missing file from a network failure.
  const { headers } = await rawRequest(server.embed, '/media/none.mp4');
  expect(headers['access-control-allow-origin']).toBe('*');
});

test('a playlist that has just gone is to be asked for again', async () => {
  const names = ['a.m3u8', 'a.mpd'];
  const mediaDir = tempDirectory({
    ...Object.fromEntries(names.map((name) => [name, mediaPlaylist()])),
    'private/b.m3u8': mediaPlaylist(),
  });
  const server = await startTestServer({ mediaDir });
  for (const name of [...names, 'private/b.m3u8']) rmSync(join(mediaDir, name));
  for (const name of names) {
    const missing = await rawRequest(server.embed, `/media/${name}`);
    expect([missing.status, missing.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(missing.body)).toMatchObject({ error: { code: 'MANIFEST_MISSING' } });
  }
  // An answer must not tell what is in a private folder.
  expect((await rawRequest(server.embed, '/media/private/b.m3u8')).status).toBe(404);
});

test('ranges, conditional requests, HEAD and preflights are answered', async () => {
  const server = await startWith({ 'a.mp4': '0123456789' });
  const url = '/media/a.mp4';
  const part = await rawRequest(server.embed, url, { headers: { Range: 'bytes=2-4' } });
  expect(part).toMatchObject({
    status: 206,
    body: '234',
    headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
  });
  const tail = await rawRequest(server.embed, url, { headers: { Range: 'bytes=-3' } });
  expect(tail).toMatchObject({ status: 206, body: '789' });
  const beyond = await rawRequest(server.embed, url, { headers: { Range: 'bytes=10-' } });
  expect(beyond).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */10', 'access-control-allow-origin': '*' },
  });
  const head = await rawRequest(server.embed, url, { method: 'HEAD' });
  expect(head).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': '10', 'content-type': 'video/mp4', 'accept-ranges': 'bytes' },
  });

  const { headers } = await rawRequest(server.embed, url);
  const etag = String(headers.etag);
  expect(headers['last-modified']).toBeDefined();
  expect((await rawRequest(server.embed, url, { headers: { 'If-None-Match': etag } })).status).toBe(
    304,
  );
  const changed = await rawRequest(server.embed, url, {
    headers: { Range: 'bytes=2-4', 'If-Range': '"other"' },
  });
  expect(changed).toMatchObject({ status: 200, body: '0123456789' });

  const preflight = await rawRequest(server.embed, url, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://host.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'range',
    },
  });
  expect(preflight).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' },
  });
  expect(server.errors).toEqual([]);
});

test('media are served with their types to pages of any origin', async () => {
  const served = [
    ['a.m3u8', 'application/vnd.apple.mpegurl', mediaPlaylist('1.ts')],
    ['a.mpd', 'application/dash+xml', '<MPD></MPD>'],
    ['a.cmfv', 'video/mp4'],
    ['a.cmfa', 'video/mp4'],
    ['a.cmfi', 'video/mp4'],
    ['a.m4s', 'video/mp4'],
    ['a.webm', 'video/webm'],
    ['a.VTT', 'text/vtt; charset=utf-8'],
    ['a.jpg', 'image/jpeg'],
  ] as const;
  const server = await startWith(
    Object.fromEntries(served.map(([name, , text = 'x']) => [name, text])),
  );
  for (const [name, type] of served) {
    const { status, headers } = await rawRequest(server.embed, `/media/${name}`);
    expect(status, name).toBe(200);
    expect(headers, name).toMatchObject({
      'content-type': type,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    });
  }
});

test('names with spaces, symbols and any script are served', async () => {
  const files: Record<string, string> = { 'ä b/50% #1?.mp4': 'ok' };
  // Where the system allows the character.
  if (sep === '/') files['a\\b.mp4'] = 'backslash';
  const server = await startWith(files);
  const url = `/media/${encodeURIComponent('ä b')}/${encodeURIComponent('50% #1?.mp4')}`;
  expect((await rawRequest(server.embed, url)).body).toBe('ok');
  if (sep === '/')
    expect((await rawRequest(server.embed, '/media/a%5Cb.mp4')).body).toBe('backslash');
});

test('the name in the URL decides on a file’s type, wherever a link of that name leads inside the directory [threat-paths]', async () => {
  const mediaDir = tempDirectory({ '.git/annex/objects/KEY': 'annexed', 'store/blob': 'blob' });
  symlinkSync('.git/annex/objects/KEY', join(mediaDir, 'a.mp4'));
  symlinkSync('store/blob', join(mediaDir, 'b.webm'));
  symlinkSync('store/blob', join(mediaDir, 'c.json'));
  const server = await startTestServer({ mediaDir });
  expect(await rawRequest(server.embed, '/media/a.mp4')).toMatchObject({
    status: 200,
    body: 'annexed',
    headers: { 'content-type': 'video/mp4' },
  });
  expect(await rawRequest(server.embed, '/media/b.webm')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'video/webm' },
  });
  for (const path of ['/media/c.json', '/media/.git/annex/objects/KEY', '/media/store/blob'])
    expect((await rawRequest(server.embed, path)).status).toBe(404);
});
