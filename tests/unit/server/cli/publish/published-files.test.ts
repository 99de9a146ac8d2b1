import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sampleMp4 } from '../../support/media-samples.ts';
import { film, publishFilms } from './publish-films.ts';

test('the written files are those that a server gives to anonymous visitors, with their compressed forms', async () => {
  const { out, read } = await publishFilms();
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(names).toEqual([
    '.offstage',
    '404.html',
    '404.html.br',
    '404.html.gz',
    '_headers',
    '_redirects',
    'assets',
    'assets/main-abc.js',
    'embed',
    'embed/index.html',
    'embed/index.html.br',
    'embed/index.html.gz',
    'embed/video000001',
    'embed/video000001.html',
    'embed/video000001.html.br',
    'embed/video000001.html.gz',
    'embed/video000001/index.html',
    'embed/videoseries',
    'embed/videoseries.html',
    'embed/videoseries.html.br',
    'embed/videoseries.html.gz',
    'embed/videoseries/index.html',
    'iframe_api',
    'iframe_api.gz',
    'licenses.txt',
    'nginx.conf',
    'player_api',
    'player_api.gz',
    'sdk',
    'sdk/iframe-api-1-abc.js',
    'sdk/iframe-api-1-abc.js.gz',
    'sdk/manifest.json',
  ]);
  const page = read('embed/video000001.html');
  expect(
    brotliDecompressSync(readFileSync(join(out, 'embed/video000001.html.br'))).toString(),
  ).toBe(page);
  expect(read('embed/video000001/index.html')).toBe(page);
  expect(gunzipSync(readFileSync(join(out, 'embed/video000001.html.gz'))).toString()).toBe(page);
});

test('a private and an unplayable video get no page, and the private one is named in a message [threat-published-files]', async () => {
  const { published, out, read } = await publishFilms({
    media: {
      ...film('private0001', { title: 'Secret', private: true }),
      ...film('video000001'),
      'broken00001.mp4': 'no film',
    },
  });
  expect(published).toMatchObject({ ok: true, value: { pageCount: 1 } });
  const warnings = published.ok ? published.value.warnings : [];
  expect(warnings).toContain(
    'private0001 (Secret) was not published: it is private: its signed URLs expire, and published files cannot renew them. Embed it from the server itself with a signed URL.',
  );
  expect(existsSync(join(out, 'embed/private0001.html'))).toBe(false);
  // Nothing else about it is printed.
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    if (/\.html$|^_|nginx/.test(name)) expect(read(name), name).not.toMatch(/private0001|Secret/);
});

test.each([
  ['is malformed', { 'secret.json': '{private: true}' }],
  ['has a misspelt key', { 'secret.json': '{"Private": true}' }],
  ['has another name', { 'secret.mp4.json': '{"private": true}' }],
])('a video whose sidecar %s gets no page, as it may be private', async (_what, files) => {
  const media = { ...film('video000001'), 'secret.mp4': sampleMp4, ...files };
  const { published } = await publishFilms({ media });
  expect(published).toMatchObject({ ok: true, value: { pageCount: 1 } });
});

test('a restricted video has its rule in the headers of its file, and the operator is told to send them', async () => {
  const { published, read } = await publishFilms({
    media: {
      ...film('here0000001', { embedDomains: ['friends.example'] }),
      ...film('video000001'),
    },
  });
  expect(published.ok && published.value.warnings.join('\n')).toContain('here0000001');
  const policy = "frame-ancestors 'self' https://friends.example";
  for (const end of ['', '/', '/index.html', '.html'])
    expect(read('_headers')).toContain(
      `\n/embed/here0000001${end}\n  Content-Security-Policy: ${policy}\n`,
    );
  const nginx = read('nginx.conf');
  expect(nginx).toContain('location ~ ^/embed/here0000001(\\.html|/|/index\\.html)?$ {');
  expect(nginx).toContain(`add_header Content-Security-Policy "${policy}" always;`);
  // A prefix that forbids patterns would win over it.
  expect(nginx).toContain('location /embed/ {');
  // No other page offers it.
  expect(read('embed/video000001.html')).not.toContain('here0000001');
});
