import { rmSync, symlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { mediaPlaylist } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const startWith = (files: Record<string, string>) =>
  startTestServer({ mediaDir: tempDirectory(files) });

test.each([
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
])('%s is not served [threat-paths]', async (path) => {
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
  const reply = await rawRequest(server.embed, path);
  expect(reply.status).toBe(404);
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('pages of any origin can tell a missing file from a network failure', async () => {
  const server = await startWith({});
  const { status, headers } = await rawRequest(server.embed, '/media/none.mp4');
  expect([status, headers['access-control-allow-origin']]).toEqual([404, '*']);
});

test.each(['a.m3u8', 'a.mpd'])('%s that has just gone is to be asked for again', async (name) => {
  const mediaDir = tempDirectory({ [name]: mediaPlaylist(), 'private/b.m3u8': mediaPlaylist() });
  const server = await startTestServer({ mediaDir });
  rmSync(join(mediaDir, name));
  rmSync(join(mediaDir, 'private/b.m3u8'));
  const missing = await rawRequest(server.embed, `/media/${name}`);
  expect([missing.status, missing.headers['retry-after']]).toEqual([503, '1']);
  expect(JSON.parse(missing.body)).toMatchObject({ error: { code: 'MANIFEST_MISSING' } });
  // An answer must not tell what is in a private folder.
  expect((await rawRequest(server.embed, '/media/private/b.m3u8')).status).toBe(404);
});

test('a range is answered with 206, one beyond the end with 416, and HEAD without a body', async () => {
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
  expect(server.errors).toEqual([]);
});

test('a conditional request is answered with 304, and a changed file as a whole when a range is continued', async () => {
  const server = await startWith({ 'a.mp4': '0123456789' });
  const { headers } = await rawRequest(server.embed, '/media/a.mp4');
  const etag = String(headers.etag);
  expect(headers['last-modified']).toBeDefined();
  expect(
    (await rawRequest(server.embed, '/media/a.mp4', { headers: { 'If-None-Match': etag } })).status,
  ).toBe(304);
  const changed = await rawRequest(server.embed, '/media/a.mp4', {
    headers: { Range: 'bytes=2-4', 'If-Range': '"other"' },
  });
  expect(changed).toMatchObject({ status: 200, body: '0123456789' });
});

test.each([
  ['a.m3u8', 'application/vnd.apple.mpegurl', mediaPlaylist('1.ts')],
  ['a.mpd', 'application/dash+xml', '<MPD></MPD>'],
  ['a.cmfv', 'video/mp4'],
  ['a.cmfa', 'video/mp4'],
  ['a.cmfi', 'video/mp4'],
  ['a.m4s', 'video/mp4'],
  ['a.webm', 'video/webm'],
  ['a.VTT', 'text/vtt; charset=utf-8'],
  ['a.jpg', 'image/jpeg'],
])('%s is served as %s to pages of any origin', async (name, type, text = 'x') => {
  const server = await startWith({ [name]: text });
  const { status, headers } = await rawRequest(server.embed, `/media/${name}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': type,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=3600',
  });
});

test('names with spaces, symbols and any script are served', async () => {
  const server = await startWith({ 'ä b/50% #1?.mp4': 'ok' });
  const url = `/media/${encodeURIComponent('ä b')}/${encodeURIComponent('50% #1?.mp4')}`;
  expect((await rawRequest(server.embed, url)).body).toBe('ok');
});

test('a symbolic link that stays inside is served', async () => {
  const mediaDir = tempDirectory({ 'a.mp4': 'ok' });
  symlinkSync(join(mediaDir, 'a.mp4'), join(mediaDir, 'b.mp4'));
  const server = await startTestServer({ mediaDir });
  expect((await rawRequest(server.embed, '/media/b.mp4')).body).toBe('ok');
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

test.runIf(sep === '/')(
  'a name with a backslash is served where the system allows the character',
  async () => {
    const server = await startWith({ 'a\\b.mp4': 'ok' });
    expect((await rawRequest(server.embed, '/media/a%5Cb.mp4')).body).toBe('ok');
  },
);

test('preflights for ranges are answered', async () => {
  const server = await startWith({});
  const reply = await rawRequest(server.embed, '/media/a.mp4', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://host.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'range',
    },
  });
  expect(reply).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' },
  });
});
